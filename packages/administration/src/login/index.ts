export { createLoginLinkAct } from './create-login-link.ts'
export { endAllAccessAct } from './end-all-access.ts'
