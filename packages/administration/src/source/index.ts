export { createSourceAct } from './create-source.ts'
export { editSourceAct } from './edit-source.ts'
export { endSourceSecretAct } from './end-source-secret.ts'
export type { JudgedSecret } from './judged-secret.ts'
export {
  groupJudgedRejections,
  type JudgedRejection,
  type JudgedRejectionGroup,
  listJudgedRejections,
  listNewestRejections,
} from './list-rejections.ts'
export { listJudgedSecrets } from './list-source-secrets.ts'
export { rotateSourceAct } from './rotate-source.ts'
export { type RotationStep, rotationStepsOf } from './rotation-steps.ts'
export { disableSourceAct, enableSourceAct } from './switch-source.ts'
