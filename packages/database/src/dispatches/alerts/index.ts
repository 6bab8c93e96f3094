export type { AlertFilter } from './alert-filter.ts'
export { countWaitingAlerts } from './count-waiting-alerts.ts'
export {
  type Alert,
  type AlertAttempt,
  type AlertPage,
  listAlertPage,
  listAlerts,
} from './list-alerts.ts'
export { previewReplay, type ReplayPreview, replayAlerts } from './replay-alerts.ts'
