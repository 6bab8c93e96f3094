import { alertCursorSchema, listAlertsRead, readSignalAlerts } from './list-alerts.ts'
import { previewReplayRead, replayAlertsAct } from './replay-alerts.ts'

export { alertStatuses } from './alert-filters.ts'
export type { ShownAlert } from './list-alerts.ts'
export { alertCursorSchema, listAlertsRead, readSignalAlerts, replayAlertsAct }

export const alertOperations = [listAlertsRead, replayAlertsAct] as const

/** What no command shows. */
export const alertPages = [previewReplayRead] as const
