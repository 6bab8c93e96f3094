export { type Alerting, alertConnections, startAlerting } from './start-alerting.ts'
