export { alertStatuses, replayAlertsAct } from './replay-alerts.ts'
