import { rankedFeaturesSchema, type ShownListener } from '@signalpost/administration/listener'
import type { ListenerYield } from '@signalpost/database/records'
import { type Listener, listenerSchema } from '@signalpost/domain'
import { z } from 'zod'

const found = z.object({
  lastFoundAt: z.iso.datetime().nullable(),
  good: z.number().meta({ description: 'Of its newest 200 signals, those that people judged good.' }),
  bad: z.number(),
})

export const foundSchema = listenerSchema.extend(found.shape)

const nothing: ListenerYield = { lastFoundAt: null, good: 0, bad: 0 }

export function describeFound(
  listener: Listener,
  { lastFoundAt, good, bad }: ListenerYield = nothing,
): z.input<typeof foundSchema> {
  return { ...listener, lastFoundAt: lastFoundAt?.toISOString() ?? null, good, bad }
}

const moment = z.iso.datetime().nullable()
const boardSchema = z.object({ platform: z.string(), board: z.string() })

/** What a listener has that was made here. */
export const ownSchema = z.object({
  isPaused: z.boolean(),
  sourceId: z.string().meta({ description: 'The source as which its finds are delivered.' }),
  boards: z.array(boardSchema),
  backfillMs: z.number(),
  searches: z.array(
    z.object({
      searchId: z.string(),
      platform: z.string(),
      query: z.string(),
      board: z.string().nullable().meta({ description: 'The board or the address of the feed.' }),
      searchedAt: moment,
      blockedUntil: moment.meta({ description: 'It asks nothing until then.' }),
      lastError: z.string().nullable(),
      skippedPosts: z.number().meta({ description: 'How many posts could not be judged so far.' }),
      lastSkipped: z.string().nullable().meta({ description: 'The key of the last of them, and why.' }),
    }),
  ),
  finds: z.record(z.string(), z.number()).meta({ description: 'How many items it met, by their outcome.' }),
})

export function describeOwn(own: NonNullable<ShownListener['own']>): z.input<typeof ownSchema> {
  const { schedule, searches, finds } = own
  const { isPaused, sourceId, settings } = schedule
  return {
    ...{ isPaused, sourceId, boards: settings.boards, backfillMs: settings.backfillMs, finds },
    searches: searches.map(({ searchId, platform, query, board, ...search }) => ({
      ...{ searchId, platform, query, board, lastError: search.lastError },
      ...{ skippedPosts: search.skippedPosts, lastSkipped: search.lastSkipped },
      searchedAt: search.searchedAt?.toISOString() ?? null,
      blockedUntil: search.blockedUntil?.toISOString() ?? null,
    })),
  }
}

const reasonSchema = z.object({ text: z.string(), points: z.number(), quote: z.string().optional() })

export const componentsSchema = z.array(
  z.object({ name: z.string(), points: z.number(), cap: z.number(), reasons: z.array(reasonSchema) }),
)

/** What a run asked and found. */
export const reportSchema = z.object({
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
