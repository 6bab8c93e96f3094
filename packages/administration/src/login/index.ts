export { createLoginLinkAct } from './create-login-link.ts'
