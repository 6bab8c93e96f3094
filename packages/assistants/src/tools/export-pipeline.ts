import { countDeals, sumDeals } from '@signalpost/database/records'
import { dealStages, stagesOf } from '@signalpost/domain'
import { z } from 'zod'
import { consoleAddress, plainWord, withQuery } from '../answer/texts.ts'
import { defineTool, reads } from '../define-tool.ts'
import { flag } from '../inputs.ts'

/** Of each stage. */
const mostSummed = 4_000

export const exportPipeline = defineTool({
  name: 'export_pipeline',
  title: 'Export the pipeline',
  description:
    'Counts the deals, sums up their values by stage and currency, and returns the page of the console from which a person downloads them. It returns no deals.',
  scopes: ['export:read'],
  hints: reads({ openWorld: false }),
  input: z.strictObject({ stage: z.enum(dealStages).optional(), open: flag.optional() }),
  output: z.object({
    count: z.int(),
    sums: z.array(z.looseObject({})).optional(),
    consoleUrl: z.string(),
    note: z.string().optional(),
  }),
  run: async ({ database, consoleUrl }, { caller: { orgId }, input: { stage, open } }) => {
    const stages = stagesOf({ stage, open })
    const [counts, sums] = await Promise.all([
      stages.length === 0 ? [] : countDeals(database, { orgId, stages }),
      stages.length === 0 ? [] : sumDeals(database, { orgId, stages, limit: mostSummed }),
    ])
    const isPartial = counts.some(({ deals }) => deals > mostSummed)
    return {
      count: counts.reduce((sum, { deals }) => sum + deals, 0),
      sums: sums.map(({ stage: ofStage, currency, deals, amount }) => ({
        ...{ stage: ofStage, deals },
        ...(currency !== null && { currency: plainWord(currency), amount: plainWord(amount) }),
      })),
      consoleUrl: withQuery(consoleAddress(consoleUrl, orgId, 'pipeline'), {
        ...(stage !== undefined && { stage }),
        ...(open !== undefined && { open: String(open) }),
      }),
      note: isPartial ? ('The sums are those of the newest 4,000 deals of each stage.' as const) : undefined,
    }
  },
})
