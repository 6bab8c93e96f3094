import { createConnectionAct } from './create-connection.ts'
import { deleteConnectionAct } from './delete-connection.ts'
import { listPlatformsRead } from './list-platforms.ts'
import { listConnectionsRead } from './read-connection.ts'
import { setConnectionBudgetAct } from './set-budget.ts'

export { connectionDocument } from './connection-document.ts'
export { tryPlatform } from './list-platforms.ts'
export { getConnectionLookup } from './read-connection.ts'
export { createConnectionAct, listPlatformsRead }

export const connectionOperations = [
  listPlatformsRead,
  ...[createConnectionAct, listConnectionsRead, setConnectionBudgetAct, deleteConnectionAct],
] as const
