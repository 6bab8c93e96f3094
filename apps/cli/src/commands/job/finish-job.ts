import { setTimeout as pause } from 'node:timers/promises'
import { deliveryJobWorks } from '@signalpost/administration/delivery'
import { showJobRead, waitForJob } from '@signalpost/administration/jobs'
import { warehouseJobWorks } from '@signalpost/administration/warehouse'
import type { Job } from '@signalpost/database/acts'
import { RejectedError } from '@signalpost/domain'
import type { CommandContext } from '../../command/context.ts'
import { flag } from '../../parameters/parameter.ts'
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

const pollMs = 1_000

/** Waits for a job that only workers run, as those of a console. */
async function followJob(
  { call }: Pick<CommandContext, 'call'>,
  job: Pick<Job, 'jobId' | 'orgId'>,
  onProgress: (job: Job) => void,
): Promise<Job> {
  for (;;) {
    const now = await call(showJobRead, job)
    onProgress(now)
    if (now.state === 'done' || now.state === 'failed' || now.state === 'stopped') return now
    await pause(pollMs)
  }
}

export const detachParameter = flag('--detach', 'print the id of the job and do not wait for it')

/** Returns what a command prints if it does not wait for its job. */
export function detachedJob({ jobId }: { jobId: string }) {
  return { json: { jobId }, text: record({ job: jobId }) }
}

/** Waits for a job with a progress bar. Throws RejectedError if the job failed or was stopped. */
export async function finishJob(
  context: CommandContext,
  { jobId, orgId, total }: Pick<Job, 'jobId' | 'orgId' | 'total'>,
  title: string,
): Promise<Job> {
  const progress = context.terminal.startProgress({ title, total })
  let shown = 0
  const onProgress = ({ done }: Pick<Job, 'done'>) => {
    progress.advance(done - shown)
    shown = done
  }
  const ended =
    context.remote === undefined
      ? await waitForJob(context, {
          jobId,
          works: [...deliveryJobWorks, ...warehouseJobWorks],
          workerPatienceMs: context.workerPatienceMs,
          onProgress,
        })
      : await followJob(context, { jobId, orgId }, onProgress)
  const { state, done, error, errorCode } = ended
  if (state === 'done') {
    progress.stop(`${title}: ${done} of ${ended.total ?? done} done`)
    return ended
  }
  progress.stop(`${title}: ${state} (${jobId})`)
  if (error !== null) throw new RejectedError(errorCode ?? 'internal', error)
  throw new RejectedError(
    'conflict',
    `The job ${jobId} was stopped: ${done} of ${ended.total ?? 'some'} done`,
  )
}
