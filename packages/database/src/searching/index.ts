export * from './asking/index.ts'
export * from './finds/index.ts'
export * from './listeners/index.ts'
export type { BudgetOverride, ModelKind, ScheduleSettings } from './searching-tables.ts'
