export * from './asking/index.ts'
export * from './finds/index.ts'
export * from './listeners/index.ts'
export type { BudgetOverride, ScheduleSettings } from './searching-tables.ts'
