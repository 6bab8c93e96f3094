export { createSessionPool } from './create-session-pool.ts'
export { SharedSessionError } from './shared-session-error.ts'
