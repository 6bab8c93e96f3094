import { createKeyAct, revokeKeyAct } from './key-acts.ts'
import { listKeysRead } from './key-document.ts'
import { rotateMasterKeyAct } from './rotate-master-key.ts'

export { createKeyAct }

export const keyOperations = [createKeyAct, listKeysRead, revokeKeyAct, rotateMasterKeyAct] as const
