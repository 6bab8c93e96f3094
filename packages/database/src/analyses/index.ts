export { analyseWithin } from './analyse-within.ts'
export { type AnalysisCall, takeAnalysisCall } from './analysis-calls.ts'
export {
  type AnalysisReservation,
  type AnalysisUsage,
  countAnalysis,
  releaseAnalysis,
  reserveAnalysis,
} from './reserve-analysis.ts'
