export { countAnalysisAct } from './count-analysis.ts'
export { planWithin } from './plan-within.ts'
