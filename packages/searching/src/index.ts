export { checkPlatform, type PlatformCheck } from './check-platform.ts'
export {
  type AskOpinion,
  createOpinions,
  type ModelSettings,
  type OpinionOutcome,
} from './opinions/create-opinions.ts'
export type { RunItem, RunReport, SearchReport } from './run/listener-run.ts'
export { runListener } from './run/run-listener.ts'
export { createSearchingMetrics } from './searching-metrics.ts'
export type { SearchingServices } from './services.ts'
export { startDelivering, startRereading, startRunning } from './start-searching.ts'
