import type { Job } from '@signalpost/database/acts'
import { record } from '../../terminal/table.ts'

/** Returns a job for `--json`, without its input, which may be thousands of ids. */
export function shownJob(job: Job) {
  const { jobId, act, state, total, done, changed, startedAt, endedAt, error, by, createdAt, orgId } = job
  return { jobId, orgId, act, state, total, done, changed, createdAt, startedAt, endedAt, error, by }
}

/** Returns the mean number of items done per second since the job first ran. */
function rateOf({ startedAt, endedAt, done }: Job, nowMs: number): string | undefined {
  const elapsedMs = startedAt === null ? 0 : (endedAt?.getTime() ?? nowMs) - startedAt.getTime()
  return elapsedMs > 0 && done > 0 ? `${Math.round((done / elapsedMs) * 1_000)}/s` : undefined
}

export function describeJob(job: Job, nowMs: number): string {
  return record({
    job: job.jobId,
    workspace: job.orgId,
    act: job.act,
    state: job.state,
    done: job.total === null ? job.done : `${job.done} of ${job.total}`,
    rate: rateOf(job, nowMs),
    changed: job.changed,
    created: job.createdAt,
    started: job.startedAt,
    ended: job.endedAt,
    error: job.error,
    by: `${job.by.kind} ${job.by.id}`,
  })
}
