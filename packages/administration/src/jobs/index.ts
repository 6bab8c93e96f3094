export type { JobWork } from './define-job.ts'
export { createJobLane, type JobLane, type Jobs, startJobs } from './start-jobs.ts'
export { stopJobAct } from './stop-job.ts'
export { waitForJob } from './wait-for-job.ts'
