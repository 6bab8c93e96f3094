export { createKeyAct } from './create-key.ts'
export { revokeKeyAct } from './revoke-key.ts'
export { rotateMasterKeyAct } from './rotate-master-key.ts'
