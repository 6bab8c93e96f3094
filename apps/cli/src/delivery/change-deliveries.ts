import {
  countDeliveries,
  type Database,
  type DeliveryFilter,
  findDeliveryIds,
  walkDeliveries,
} from '@signalpost/database'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import type { CommandContext } from '../context.ts'
import { getWorkspace } from '../get-workspace.ts'
import { flag, list, optional } from '../parameters/parameter.ts'
import type { Moment } from '../parameters/times.ts'
import { UsageError } from '../usage-error.ts'
import { narrowingParameters, statusSchema } from './filter-parameters.ts'

/** Deliveries are changed by their ids, or all that match a filter. */
export const changeParameters = {
  ids: list('[id...]', 'the deliveries; or a filter instead', { schema: z.string() }),
  ...narrowingParameters,
  status: optional('--status <status>', `a filter: only ${statusSchema.options.join(', ')}`, statusSchema),
  dryRun: flag('--dry-run', 'only count what matches'),
}

type Input = {
  ids: string[]
  workspace: string | undefined
  status: DeliveryFilter['status']
  type: string | undefined
  since: Moment | undefined
  dryRun: boolean
}

type Change = {
  /** What happens, for the progress bar: `Replaying`. */
  title: string
  /** Asked before anything happens; without one nothing is asked. */
  question?: (matched: number) => string
  change: (database: Database, ids: readonly string[]) => Promise<number>
}

export type Changed = { matched: number; changed: number }

/** Changes deliveries and answers how many were meant and how many it could be done to. */
export async function changeDeliveries(
  context: CommandContext,
  input: Input,
  change: Change,
): Promise<Changed> {
  const { ids, status, type, since } = input
  const isFiltered = (status ?? type ?? since) !== undefined
  if (ids.length > 0 && isFiltered) throw new UsageError('give either ids or a filter')
  if (ids.length > 0) return changeByIds(context, input, change)
  if (status === undefined) throw new UsageError('give ids, or a filter with --status')
  return changeByFilter(context, { ...input, status }, change)
}

async function changeByIds(
  { database, confirm }: CommandContext,
  { ids, workspace, dryRun }: Input,
  { question, change }: Change,
): Promise<Changed> {
  const meant = new Set(ids)
  const found = await findDeliveryIds(database, [...meant], workspace)
  if (found.length < meant.size) {
    const missing = meant.size - found.length
    throw new RejectedError(
      'not_found',
      `${missing} of ${meant.size} deliveries do not exist; nothing was changed.`,
    )
  }
  if (dryRun) return { matched: found.length, changed: 0 }
  if (question !== undefined) await confirm(question(found.length))
  return { matched: found.length, changed: await change(database, found) }
}

async function changeByFilter(
  { database, confirm, nowMs, terminal }: CommandContext,
  { workspace, status, type, since, dryRun }: Input,
  { title, question, change }: Change,
): Promise<Changed> {
  const { orgId } = await getWorkspace(database, workspace)
  const filter: DeliveryFilter = { orgId, status, type, sinceMs: since?.(nowMs()) }
  const census = await countDeliveries(database, filter)
  const { matched } = census
  if (dryRun || matched === 0) return { matched, changed: 0 }
  if (question !== undefined) await confirm(question(matched))
  const progress = terminal.startProgress({ title, total: matched })
  let changed = 0
  for await (const ids of walkDeliveries(database, filter, census)) {
    changed += await change(database, ids)
    progress.advance(ids.length)
  }
  progress.stop(`${title}: ${changed} of ${matched} done`)
  return { matched, changed }
}
