export {
  type AuditActor,
  type AuditEntry,
  type AuditedState,
  type AuditFilter,
  listAuditEntries,
  type NewAuditEntry,
  recordAudit,
} from './audit-log.ts'
export {
  createJob,
  getJob,
  type Job,
  type JobFilter,
  jobStates,
  listJobs,
  listOpenJobs,
  removeJob,
  requestJobStop,
} from './jobs.ts'
export {
  advanceJob,
  endJob,
  type JobEnding,
  type JobLease,
  type JobProgress,
  type JobStep,
  type JobVerdict,
  leaseJob,
  postponeJob,
  reportJobProgress,
  stopAbandonedJobs,
  takeJobItems,
} from './lease-job.ts'
