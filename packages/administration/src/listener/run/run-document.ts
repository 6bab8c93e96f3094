import { isWaiting, type RunReport } from '@signalpost/searching'
import { z } from 'zod'
import { rankedFeaturesSchema } from '../finds/rank-trial.ts'

const itemsAtMost = 200

const reasonSchema = z.object({ text: z.string(), points: z.number(), quote: z.string().optional() })

export const componentsSchema = z.array(
  z.object({ name: z.string(), points: z.number(), cap: z.number(), reasons: z.array(reasonSchema) }),
)

/** What a run asked and found. */
const reportSchema = z.object({
  items: z.array(
    z.object({
      url: z.string(),
      title: z.string(),
      relevanceScore: z.number().nullable(),
      components: componentsSchema.nullable(),
      classification: z.string().nullable(),
      features: rankedFeaturesSchema.nullable().meta({
        description: 'By what `rankTrial` ranks it; null for what was dropped before it was scored.',
      }),
      kept: z.boolean(),
      reason: z.string(),
    }),
  ),
  searches: z.array(
    z.object({
      platform: z.string(),
      query: z.string(),
      board: z.string().nullable(),
      fetched: z.number(),
      kept: z.number(),
      skipped: z
        .array(z.object({ key: z.string(), reason: z.string() }))
        .meta({ description: 'Posts that could not be judged.' }),
      passedOver: z.array(z.object({ reason: z.string(), count: z.number() })),
      error: z.string().nullable(),
    }),
  ),
  missing: z.array(z.string()).meta({ description: 'What of the plan cannot be asked, and why.' }),
})

export const reportDocument = {
  description: 'What it asked and found.',
  schema: reportSchema,
  /** What is kept comes first, the best of it before the rest. */
  of: (report: RunReport): z.input<typeof reportSchema> => ({
    ...report,
    items: report.items
      .toSorted((one, other) => (other.relevanceScore ?? -1) - (one.relevanceScore ?? -1))
      .toSorted((one, other) => Number(other.kept) - Number(one.kept))
      .slice(0, itemsAtMost),
  }),
}

/** Whether a run found nothing because each of its searches failed. Those that wait as they must have not failed. */
export function hasFailed({ searches }: { searches: readonly { error: string | null }[] }): boolean {
  return searches.length > 0 && searches.every(({ error }) => error !== null && !isWaiting(error))
}
