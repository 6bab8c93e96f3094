import { createConnectionAct, deleteConnectionAct, setConnectionBudgetAct } from './connection-acts.ts'
import { checkPlatformRead, listPlatformsRead } from './list-platforms.ts'
import { listConnectionsRead } from './read-connection.ts'

export { connectionDocument } from './connection-document.ts'
export { budgetSchema } from './connection-input.ts'
export { getConnectionLookup } from './read-connection.ts'
export { checkPlatformRead, createConnectionAct, listPlatformsRead }

export const connectionOperations = [
  ...[listPlatformsRead, checkPlatformRead],
  ...[createConnectionAct, listConnectionsRead, setConnectionBudgetAct, deleteConnectionAct],
] as const
