export { findListenerTroubles, type ListenerTrouble } from './find-listener-troubles.ts'
export {
  type DeadlyPage,
  finishRun,
  type ListenerLease,
  leaseDueListener,
  leaseListener,
  markPage,
  peekListener,
  type RunOutcome,
  renewListenerLease,
} from './lease-listener.ts'
export {
  forgetListenerCosts,
  type ListenerCost,
  recordListenerCosts,
  sumListenerCosts,
} from './listener-costs.ts'
export { findLiveScheduler } from './live-scheduler.ts'
export {
  countSchedules,
  countSchedulesOf,
  createSchedule,
  deleteSchedule,
  editSchedule,
  findSchedule,
  findSearcherSource,
  findWorkspacesOfListener,
  type ListenerReference,
  type ListenerSchedule,
  listSchedules,
  lockSchedule,
  setScheduleBar,
  setSchedulePaused,
} from './schedules.ts'
export {
  listSearches,
  noteRefusal,
  type PlannedSearch,
  planSearches,
  type Search,
  settleSearch,
} from './searches.ts'
export { spreadOverdueListeners } from './spread-overdue.ts'
export {
  findJudgedFinds,
  findWeights,
  type JudgedFind,
  resetWeights,
  type StoredWeights,
  saveWeights,
  setWeightsFrozen,
} from './weights.ts'
