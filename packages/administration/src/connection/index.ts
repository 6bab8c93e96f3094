export { createConnectionAct } from './create-connection.ts'
export { deleteConnectionAct } from './delete-connection.ts'
export { listPlatforms, type ShownPlatform, tryPlatform } from './list-platforms.ts'
export { setConnectionBudgetAct } from './set-budget.ts'
