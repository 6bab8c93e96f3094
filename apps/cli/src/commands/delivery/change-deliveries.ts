import {
  discardDeliveriesAct,
  previewDeliveriesRead,
  replayDeliveriesAct,
  showDeliveryRead,
} from '@signalpost/administration/delivery'
import { z } from 'zod'
import { parametersFor } from '../../command/commands-of.ts'
import type { CommandContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { flag, list } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'
import { detachedJob, detachParameter, finishJob } from '../job/finish-job.ts'
import { bySource } from './delivery.ts'

const filters = parametersFor(previewDeliveriesRead, bySource)

/** Selects deliveries by their ids, or all that match a filter. */
const parameters = {
  ids: list('[id...]', 'the deliveries; or use filter options instead', { schema: z.string() }),
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
type Change = {
  act: typeof replayDeliveriesAct | typeof discardDeliveriesAct
  /** What the progress bar shows: `Replaying`. */
  title: string
  /** The question to confirm, if the command asks one. */
  question?: (matched: number) => string
  json: (outcome: Outcome) => Record<string, number>
  text: (outcome: Outcome) => Record<string, number>
}

export const deliveryReplay = changeCommand('delivery replay', {
  act: replayDeliveriesAct,
  title: 'Replaying',
  json: ({ matched, changed }) => ({ matched, replayed: changed }),
  text: ({ matched, changed }) => ({ matched, replayed: changed }),
})

export const deliveryDiscard = changeCommand('delivery discard', {
  act: discardDeliveriesAct,
  title: 'Discarding',
  question: (count) => `Discard ${count === 1 ? 'this delivery' : `these ${count} deliveries`}?`,
  json: ({ matched, changed }) => ({ matched, replayed: 0, discarded: changed }),
  text: ({ matched, changed }) => ({ matched, discarded: changed }),
})

function changeCommand(path: string, { act, title, question, json, text }: Change) {
  const show = (outcome: Outcome) => ({ json: json(outcome), text: record(text(outcome)) })
  return defineCommand({
    path,
    summary: act.summary,
    parameters,
    run: async (context, asked: Record<string, unknown>) => {
      const { ids, dryRun, detach, ...given } = asked as Given // the cast: it has these parameters
      const { matched, deliveries } = await (ids.length > 0
        ? byIds(context, { ids, dryRun }, given)
        : byFilter(context, given))
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
  { ids, dryRun }: { ids: string[]; dryRun: boolean },
  { workspace, ...filters }: Filters,
) {
  if (Object.values(filters).some((one) => one !== undefined)) {
    throw new UsageError('give either ids or a filter')
  }
  const meant = [...new Set(ids)]
  // The act checks them by itself.
  for (const deliveryId of dryRun ? meant : [])
    await context.call(showDeliveryRead, { deliveryId, orgId: workspace })
  return { matched: meant.length, deliveries: { orgId: workspace, ids: meant } }
}

async function byFilter(context: CommandContext, given: Filters) {
  if (given.status === undefined) throw new UsageError('give ids, or a filter with --status')
  const { orgId, ...filter } = await filters.inputOf(context, given)
  const { matched } = await context.call(previewDeliveriesRead, { orgId, ...filter } as never) // the cast: its parameters are its members
  return { matched, deliveries: { orgId, filter } as never } // the cast: as above
}
