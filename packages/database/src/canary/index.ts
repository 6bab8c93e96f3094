export {
  type Canary,
  type CanaryLease,
  type CanaryResult,
  endCanaryRound,
  findCanary,
  leaseCanaryRound,
  listCanaryResults,
  recordCanaryStage,
  removeCanary,
  saveCanary,
} from './canary.ts'
