export { createKeyAct } from './create-key.ts'
export { revokeKeyAct } from './revoke-key.ts'
