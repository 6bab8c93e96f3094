import { listAlertsRead } from './list-alerts.ts'
import { previewReplayRead, replayAlertsAct } from './replay-alerts.ts'

export type { ShownAlert } from './list-alerts.ts'
export { listAlertsRead, replayAlertsAct }

export const alertOperations = [listAlertsRead, replayAlertsAct] as const

/** What no command shows. */
export const alertPages = [previewReplayRead] as const
