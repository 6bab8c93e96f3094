import { listAlertsRead } from './list-alerts.ts'
import { replayAlertsAct } from './replay-alerts.ts'

export { alertFilterOf, alertFilters, alertsSchema } from './alert-filters.ts'
export type { ShownAlert } from './list-alerts.ts'
export { replayedAtMost } from './replay-alerts.ts'
export { listAlertsRead, replayAlertsAct }

export const alertOperations = [listAlertsRead, replayAlertsAct] as const
