export { createConnectionAct } from './create-connection.ts'
export { deleteConnectionAct } from './delete-connection.ts'
export { setConnectionBudgetAct } from './set-budget.ts'
