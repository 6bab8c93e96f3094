export { operationCases } from './operation-cases.ts'
