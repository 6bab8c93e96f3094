import { jobWorks, waitForJob } from '@signalpost/administration'
import type { Job } from '@signalpost/database/acts'
import { RejectedError } from '@signalpost/domain'
import type { CommandContext } from '../../command/context.ts'
import { flag } from '../../parameters/parameter.ts'

export const detachParameter = flag('--detach', 'print the id of the job at once, and do not wait for it')

/** Waits for a job with a progress bar. Throws RejectedError where it failed or was stopped. */
export async function finishJob(context: CommandContext, { jobId, total }: Job, title: string): Promise<Job> {
  const progress = context.terminal.startProgress({ title, total: total ?? 0 })
  let shown = 0
  const ended = await waitForJob(context, {
    jobId,
    works: jobWorks,
    onProgress: ({ done }) => {
      progress.advance(done - shown)
      shown = done
    },
  })
  if (ended.state === 'done') {
    progress.stop(`${title}: ${ended.changed} of ${ended.total ?? ended.done} done`)
    return ended
  }
  progress.stop(`${title}: ${ended.state}`)
  const reason = ended.error ?? `${ended.done} of ${ended.total ?? 'some'} done`
  throw new RejectedError('conflict', `The job ${jobId} ${ended.state}: ${reason}`)
}
