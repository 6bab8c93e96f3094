import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '@signalpost/database/acts'
import { RejectedError } from '@signalpost/domain'
import type { CommandContext } from '../../command/context.ts'
import type { Outcome } from '../../command/define-command.ts'
import { revive } from '../../remote/call-operation.ts'
import type { ConsoleClient } from '../../remote/console-client.ts'
import { describeJob, shownJob } from './describe-job.ts'

const pollMs = 1_000

/** Waits for a job of a console, which shows its state and not its result. Throws RejectedError if it failed. */
export async function followJob(
  { nowMs, terminal }: Pick<CommandContext, 'nowMs' | 'terminal'>,
  remote: ConsoleClient,
  { jobId, orgId, total, title }: Pick<Job, 'jobId' | 'orgId' | 'total'> & { title: string },
): Promise<Outcome> {
  const progress = terminal.startProgress({ title, total })
  let shown = 0
  for (;;) {
    const document = revive(await remote.request('get', `/w/${orgId}/jobs/${jobId}`))
    const job = { ...(document as Job), orgId } // the cast: the console answers so
    progress.advance(job.done - shown)
    shown = job.done
    if (job.state === 'done' || job.state === 'failed' || job.state === 'stopped') {
      progress.stop(`${title}: ${job.state} (${jobId})`)
      if (job.error !== null) throw new RejectedError('conflict', job.error)
      return { json: shownJob(job), text: describeJob(job, nowMs()), exitCode: job.state === 'done' ? 0 : 1 }
    }
    await pause(pollMs)
  }
}
