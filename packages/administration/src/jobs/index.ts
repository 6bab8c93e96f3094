import { listJobsRead, showJobRead } from './read-job.ts'
import { stopJobAct } from './stop-job.ts'

export type { JobWork } from './define-job.ts'
export { describeJob, jobSchema } from './job-document.ts'
export { createJobLane, type JobLane, type Jobs, startJobs } from './start-jobs.ts'
export { waitForJob } from './wait-for-job.ts'
export { showJobRead, stopJobAct }

export const jobOperations = [listJobsRead, showJobRead, stopJobAct] as const
