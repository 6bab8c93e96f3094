import { createSourceAct } from './create-source.ts'
import { editSourceAct } from './edit-source.ts'
import { endSourceSecretAct } from './end-source-secret.ts'
import { groupRejectionsRead, listRejectionsRead } from './list-rejections.ts'
import { listSecretsRead } from './list-source-secrets.ts'
import { rotateSourceAct } from './rotate-source.ts'
import { getSourceRead, listSourcesRead } from './source-document.ts'
import { disableSourceAct, enableSourceAct, switchSourceChoice } from './switch-source.ts'
import { testSourceAct } from './test-source.ts'

export { type JudgedRejection, listNewestRejections, sayReason } from './list-rejections.ts'
export { openSender, type SendingServices } from './open-sender.ts'
export { schemeNameSchema } from './source-scheme.ts'
export {
  createSourceAct,
  editSourceAct,
  getSourceRead,
  groupRejectionsRead,
  listRejectionsRead,
  listSecretsRead,
  rotateSourceAct,
  testSourceAct,
}

export const sourceOperations = [
  ...[listSourcesRead, getSourceRead, createSourceAct, editSourceAct, rotateSourceAct],
  ...[listSecretsRead, listRejectionsRead, groupRejectionsRead],
  ...[endSourceSecretAct, enableSourceAct, disableSourceAct, switchSourceChoice, testSourceAct],
] as const
