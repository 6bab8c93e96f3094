export { createDemoAdminAct } from './create-demo-admin.ts'
export { keepDemoAct } from './keep-demo.ts'
export { demoEventPrefix, demoWarehouseFile, removeDemoAct } from './remove-demo.ts'
export { renewDemoCredentialsAct } from './renew-demo-credentials.ts'
