export type { StoreServices } from './act-case.ts'
export { operationCases } from './operation-cases.ts'
