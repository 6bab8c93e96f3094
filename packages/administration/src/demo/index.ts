export { createDemoAdminAct } from './create-demo-admin.ts'
export { renewDemoCredentialsAct } from './renew-demo-credentials.ts'
