import {
  demandTaken,
  discardDeliveriesAct,
  listDeliveriesRead,
  previewDeliveriesRead,
  replayDeliveriesAct,
  showDeliveryRead,
  takes,
} from '@signalpost/administration/delivery'
import { idSchema } from '@signalpost/domain'
import { parametersFor } from '../../command/commands-of.ts'
import type { CommandContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { flag, list } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'
import { detachedJob, detachParameter, finishJob } from '../job/finish-job.ts'
import { bySource } from './delivery.ts'

const filters = parametersFor(listDeliveriesRead, bySource)

/** Selects deliveries by their ids, or all that match a filter. */
const parameters = {
  ids: list('[id...]', 'the deliveries; or use filter options instead', { schema: idSchema }),
  ...filters.parameters,
  dryRun: flag('--dry-run', 'count the matching deliveries and change nothing'),
  detach: detachParameter,
}

type Given = Record<string, unknown> & {
  ids: string[]
  dryRun: boolean
  detach: boolean
  workspace: string | undefined
}
type Outcome = { matched: number; changed: number }
type Taking = 'replay' | 'discard'
type Change = {
  act: typeof replayDeliveriesAct | typeof discardDeliveriesAct
  taking: Taking
  /** What the progress bar shows: `Replaying`. */
  title: string
  /** The question to confirm, if the command asks one. */
  question?: (matched: number) => string
  json: (outcome: Outcome) => Record<string, number>
  text: (outcome: Outcome) => Record<string, number>
}

export const deliveryReplay = changeCommand('delivery replay', {
  act: replayDeliveriesAct,
  taking: 'replay',
  title: 'Replaying',
  json: ({ matched, changed }) => ({ matched, replayed: changed }),
  text: ({ matched, changed }) => ({ matched, replayed: changed }),
})

export const deliveryDiscard = changeCommand('delivery discard', {
  act: discardDeliveriesAct,
  taking: 'discard',
  title: 'Discarding',
  question: (count) => `Discard ${count === 1 ? 'this delivery' : `these ${count} deliveries`}?`,
  json: ({ matched, changed }) => ({ matched, replayed: 0, discarded: changed }),
  text: ({ matched, changed }) => ({ matched, discarded: changed }),
})

function changeCommand(path: string, { act, taking, title, question, json, text }: Change) {
  const show = (outcome: Outcome) => ({ json: json(outcome), text: record(text(outcome)) })
  return defineCommand({
    path,
    summary: act.summary,
    access: act,
    parameters,
    run: async (context, asked: Record<string, unknown>) => {
      const { ids, dryRun, detach, ...given } = asked as Given // the cast: it has these parameters
      const { matched, deliveries } = await (ids.length > 0
        ? byIds(context, { ids, dryRun, taking }, given)
        : byFilter(context, taking, given))
      if (dryRun || matched === 0) return show({ matched, changed: 0 })
      await (question && context.confirm(question(matched)))
      const job = await context.call(act, deliveries)
      if (job === undefined) return show({ matched: 0, changed: 0 })
      if (detach) return detachedJob(job)
      const { total, changed } = await finishJob(context, job, title)
      return show({ matched: total ?? 0, changed })
    },
  })
}

type Filters = Record<string, unknown> & { workspace: string | undefined }

async function byIds(
  context: CommandContext,
  { ids, dryRun, taking }: { ids: string[]; dryRun: boolean; taking: Taking },
  { workspace, ...filters }: Filters,
) {
  if (Object.values(filters).some((one) => one !== undefined)) {
    throw new UsageError('give either ids or a filter')
  }
  const meant = [...new Set(ids)]
  const deliveries = { orgId: workspace, ids: meant }
  // The act checks them by itself.
  if (!dryRun) return { matched: meant.length, deliveries }
  const statuses: Parameters<typeof demandTaken>[1][number][] = []
  for (const deliveryId of meant) {
    statuses.push((await context.call(showDeliveryRead, { deliveryId, orgId: workspace })).status)
  }
  demandTaken(taking, statuses)
  return { matched: statuses.filter((status) => takes(taking, status)).length, deliveries }
}

async function byFilter(context: CommandContext, taking: Taking, given: Filters) {
  if (given.status === undefined) throw new UsageError('give ids, or a filter with --status')
  const { orgId, ...filter } = await filters.inputOf(context, given)
  // The cast: its parameters are its members.
  const asked = { orgId, act: taking, ...filter } as never
  const { matched } = await context.call(previewDeliveriesRead, asked)
  return { matched, deliveries: { orgId, filter } as never } // the cast: as above
}
