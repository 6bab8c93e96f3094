import { getDemoRead, removeDemoAct } from './remove-demo.ts'

export { createDemoAdminAct } from './create-demo-admin.ts'
export { keepDemoAct } from './keep-demo.ts'
export { demoEventPrefix, demoWarehouseFile } from './remove-demo.ts'
export { renewDemoCredentialsAct } from './renew-demo-credentials.ts'
export { removeDemoAct }

export const demoOperations = [getDemoRead, removeDemoAct] as const
