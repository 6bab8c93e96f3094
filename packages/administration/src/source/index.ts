export { createSourceAct } from './create-source.ts'
export { endSourceSecretAct } from './end-source-secret.ts'
export { type JudgedRejection, listJudgedRejections } from './list-rejections.ts'
export {
  type JudgedSecret,
  listJudgedSecrets,
  type SecretVerdict,
} from './list-source-secrets.ts'
export { rotateSourceAct } from './rotate-source.ts'
export { disableSourceAct, enableSourceAct } from './switch-source.ts'
