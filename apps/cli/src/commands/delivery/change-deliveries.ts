import type { replayDeliveriesAct } from '@signalpost/administration/delivery'
import { countDeliveries, type DeliveryFilter, findDeliveries } from '@signalpost/database/ledger'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import type { CommandContext } from '../../command/context.ts'
import { UsageError } from '../../command/usage-error.ts'
import { flag, list, optional } from '../../parameters/parameter.ts'
import { detachParameter, finishJob } from '../job/finish-job.ts'
import {
  filterOf,
  isNarrowed,
  type Narrowing,
  narrowingParameters,
  statusSchema,
} from './filter-parameters.ts'
import { getFilteredWorkspace } from './get-filtered-workspace.ts'

/** Selects deliveries by their ids, or all that match a filter. */
export const changeParameters = {
  ids: list('[id...]', 'the deliveries; or use filter options instead', { schema: z.string() }),
  ...narrowingParameters,
  status: optional('--status <status>', `filter by status: ${statusSchema.options.join(', ')}`, statusSchema),
  dryRun: flag('--dry-run', 'count the matching deliveries and change nothing'),
  detach: detachParameter,
}

type Input = Narrowing & {
  ids: string[]
  workspace: string | undefined
  dryRun: boolean
  detach: boolean
}

type Change = {
  act: typeof replayDeliveriesAct
  /** What the progress bar shows: `Replaying`. */
  title: string
  /** The question to confirm, if the command asks one. */
  question?: (matched: number) => string
}

export type Changed = { matched: number; changed: number } | { jobId: string }

/** Changes deliveries in a job. Returns how many matched and how many changed; with `--detach`, the job's id. */
export async function changeDeliveries(
  context: CommandContext,
  input: Input,
  change: Change,
): Promise<Changed> {
  const meant = await findMeant(context, input)
  if (input.dryRun || meant.matched === 0) return { matched: meant.matched, changed: 0 }
  if (change.question !== undefined) await context.confirm(change.question(meant.matched))
  const job = await context.perform(change.act, meant.deliveries)
  if (job === undefined) return { matched: 0, changed: 0 }
  if (input.detach) return { jobId: job.jobId }
  const { total, changed } = await finishJob(context, job, change.title)
  return { matched: total ?? 0, changed }
}

type Meant = {
  matched: number
  deliveries: { orgId?: string | undefined; ids?: string[]; filter?: Omit<DeliveryFilter, 'orgId'> & Status }
}
type Status = { status: NonNullable<DeliveryFilter['status']> }

async function findMeant(context: CommandContext, input: Input): Promise<Meant> {
  const { ids, workspace, status, source } = input
  if (ids.length > 0) {
    if (isNarrowed(input)) throw new UsageError('give either ids or a filter')
    return { matched: await countByIds(context, ids, workspace), deliveries: { orgId: workspace, ids } }
  }
  if (status === undefined) throw new UsageError('give ids, or a filter with --status')
  // Only here, so that bad usage is reported even without a store.
  const { database, nowMs } = context
  const { orgId } = await getFilteredWorkspace(database, { source, workspace })
  const filter = { ...filterOf(input, nowMs), status }
  return {
    matched: await countDeliveries(database, { orgId, ...filter }),
    deliveries: { orgId, filter },
  }
}

async function countByIds(
  { database }: Pick<CommandContext, 'database'>,
  ids: readonly string[],
  workspace: string | undefined,
): Promise<number> {
  const meant = new Set(ids)
  const found = await findDeliveries(database, [...meant], workspace)
  if (found.length === meant.size) return meant.size
  const missing = meant.size - found.length
  const message = `${missing} of ${meant.size} deliveries do not exist; nothing changed.`
  throw new RejectedError('not_found', message)
}
