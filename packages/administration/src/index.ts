export {
  type Caller,
  commandLineCaller,
  type Demand,
  may,
  type Role,
  roles,
  systemCaller,
} from '@signalpost/authorization'
export { acts } from './acts.ts'
export * from './alert/index.ts'
export * from './channel/index.ts'
export type { Act, ActServices, AnyAct, Change } from './define-act.ts'
export * from './delivery/index.ts'
export * from './demo/index.ts'
export * from './jobs/index.ts'
export * from './key/index.ts'
export * from './login/index.ts'
export { performAct } from './perform-act.ts'
export * from './person/index.ts'
export * from './record/index.ts'
export * from './rule/index.ts'
export * from './signal/index.ts'
export * from './silence/index.ts'
export * from './source/index.ts'
export * from './warehouse/index.ts'
export * from './workspace/index.ts'
