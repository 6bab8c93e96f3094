export { type DatabaseCheckContext, databaseChecks } from './database-checks.ts'
export { bad, type Check, type Finding, good, weak } from './define-check.ts'
export { type CheckResult, runChecks } from './run-checks.ts'
