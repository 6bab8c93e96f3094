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
export type { Act, ActServices, AnyAct, Change, LimitedActServices } from './define-act.ts'
export { performAct } from './perform-act.ts'
export { createRefusalLog, findDenial, type Refusal, type RefusalLog } from './refusal-log.ts'
