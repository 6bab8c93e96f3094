import { createConnectionAct } from './create-connection.ts'
import { deleteConnectionAct } from './delete-connection.ts'
import { listConnectionsRead } from './read-connection.ts'
import { setConnectionBudgetAct } from './set-budget.ts'

export { connectionDocument } from './connection-document.ts'
export { listPlatforms, type ShownPlatform, tryPlatform } from './list-platforms.ts'
export { getConnectionLookup } from './read-connection.ts'
export { createConnectionAct }

export const connectionOperations = [
  ...[createConnectionAct, listConnectionsRead, setConnectionBudgetAct, deleteConnectionAct],
] as const
