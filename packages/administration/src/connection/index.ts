import { createConnectionAct } from './create-connection.ts'
import { deleteConnectionAct } from './delete-connection.ts'
import { checkPlatformRead, listPlatformsRead } from './list-platforms.ts'
import { listConnectionsRead } from './read-connection.ts'
import { setConnectionBudgetAct } from './set-budget.ts'

export { connectionDocument } from './connection-document.ts'
export { getConnectionLookup } from './read-connection.ts'
export { checkPlatformRead, createConnectionAct, listPlatformsRead }

export const connectionOperations = [
  ...[listPlatformsRead, checkPlatformRead],
  ...[createConnectionAct, listConnectionsRead, setConnectionBudgetAct, deleteConnectionAct],
] as const
