export { createSessionPool } from './create-session-pool.ts'
