export type { BudgetOverride, ModelKind, ScheduleSettings } from '../column-types.ts'
export * from './asking/index.ts'
export * from './finds/index.ts'
export * from './listeners/index.ts'
