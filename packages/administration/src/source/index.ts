import { createSourceAct } from './create-source.ts'
import { editSourceAct } from './edit-source.ts'
import { endSourceSecretAct } from './end-source-secret.ts'
import { getSourceRead, listSourcesRead } from './read-source.ts'
import { rotateSourceAct } from './rotate-source.ts'
import { disableSourceAct, enableSourceAct, switchSourceChoice } from './switch-source.ts'

export type { JudgedSecret } from './describe-verdict.ts'
export {
  groupJudgedRejections,
  type JudgedRejection,
  type JudgedRejectionGroup,
  listJudgedRejections,
  listNewestRejections,
  sayReason,
} from './list-rejections.ts'
export { listJudgedSecrets } from './list-source-secrets.ts'
export { type RotationStep, rotationStepsOf } from './rotation-steps.ts'
export { schemeNameSchema } from './source-scheme.ts'
export { createSourceAct, editSourceAct, endSourceSecretAct, getSourceRead, rotateSourceAct }

export const sourceOperations = [
  ...[listSourcesRead, getSourceRead, createSourceAct, editSourceAct, rotateSourceAct],
  ...[endSourceSecretAct, enableSourceAct, disableSourceAct, switchSourceChoice],
] as const
