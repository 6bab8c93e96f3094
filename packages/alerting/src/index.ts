export { type Alerting, startAlerting } from './start-alerting.ts'
