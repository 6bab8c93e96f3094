import { deliveryJobWorks } from '@signalpost/administration/delivery'
import { waitForJob } from '@signalpost/administration/jobs'
import { warehouseJobWorks } from '@signalpost/administration/warehouse'
import type { Job } from '@signalpost/database/acts'
import { RejectedError } from '@signalpost/domain'
import type { CommandContext } from '../../command/context.ts'
import { flag } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'
import { followJob } from './follow-job.ts'

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
