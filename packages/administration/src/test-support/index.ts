export { createUserCode } from '../login/user-code.ts'
export type { StoreServices } from './act-case.ts'
export { canary } from './canary.ts'
export { operationCases } from './operation-cases.ts'
