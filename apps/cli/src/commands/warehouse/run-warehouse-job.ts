import type { Performed } from '@signalpost/administration/operations'
import type { Job } from '@signalpost/database/acts'
import type { TableRewrite } from '@signalpost/sync'
import type { z } from 'zod'
import type { CommandContext } from '../../command/context.ts'
import type { Outcome } from '../../command/define-command.ts'
import { detachedJob, finishJob } from '../job/finish-job.ts'

type Input = { warehouseId: string; workspace: string | undefined; detach: boolean }

type Work<Result> = {
  act: Pick<Performed<CommandContext, Job>, 'perform'> & { input: z.ZodObject }
  /** What is chosen besides the warehouse. */
  chosen?: object
  /** What the progress bar shows: `Syncing`. */
  title: string
  show: (result: Result) => Outcome
}

/** Creates a job on a warehouse, waits for it and shows its result; with `--detach`, shows only the job's id. */
export async function runWarehouseJob<Result extends { rewritten?: readonly TableRewrite[] }>(
  context: CommandContext,
  { warehouseId, workspace, detach }: Input,
  { act, chosen, title, show }: Work<Result>,
): Promise<Outcome> {
  const job = await context.call(act, { warehouseId, orgId: workspace, ...chosen })
  if (detach) return detachedJob(job)
  const { result: found } = await finishJob(context, job, title)
  // The cast: a job's result is what its act's work returned.
  const result = found as Result
  for (const { table, reason } of result.rewritten ?? []) {
    context.terminal.note(`Rewrote ${table}: ${reason}.`)
  }
  return show(result)
}
