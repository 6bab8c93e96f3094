import { createKeyAct } from './create-key.ts'
import { listKeysRead } from './list-keys.ts'
import { revokeKeyAct } from './revoke-key.ts'
import { rotateMasterKeyAct } from './rotate-master-key.ts'

export { createKeyAct }

export const keyOperations = [createKeyAct, listKeysRead, revokeKeyAct, rotateMasterKeyAct] as const
