import { setTimeout as pause } from 'node:timers/promises'
import { showJobRead } from '@signalpost/administration/jobs'
import type { Job } from '@signalpost/database/acts'
import type { CommandContext } from '../../command/context.ts'

const pollMs = 1_000

/** Waits for a job that only workers run, as those of a console. */
export async function followJob(
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
