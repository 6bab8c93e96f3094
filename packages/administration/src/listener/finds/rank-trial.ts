import { findListener } from '@signalpost/database/records'
import { peekListener } from '@signalpost/database/searching'
import { signalSchema } from '@signalpost/domain'
import { rankByVerdicts } from '@signalpost/judge'
import { readLearned } from '@signalpost/searching'
import { z } from 'zod'
import { defineRead } from '../../define-operation.ts'
import { listenerReference } from '../listener-document.ts'
import { missingListener, ownedElsewhere } from '../owned-listener.ts'
import { keywordVerdictsSchema } from '../read-weights.ts'

const { scoreBreakdown, source, classification } = signalSchema.shape

/** What a run says of each post that it scored, for this operation. */
export const rankedFeaturesSchema = z.strictObject({
  points: scoreBreakdown.unwrap(),
  keywords: z.array(z.string().max(200)).max(200),
  label: classification,
  platform: source,
  learned: z.int().min(-20).max(20).meta({ description: 'The points of earlier verdicts in its score.' }),
  bar: z.int().meta({ description: 'The score that it has to reach.' }),
  signalId: z.string().min(1).max(200).optional().meta({
    description: 'The signal that a run makes of it. A verdict here takes the place of that one’s.',
  }),
})

/**
 * Ranks what a dry run found by verdicts on some of it, and stores nothing. Throws RejectedError: `not_found`, and `conflict`
 * for a listener of an outside sender.
 */
export const rankTrialRead = defineRead({
  name: 'listener.rank_trial',
  summary: 'Rank what a dry run of a listener found by verdicts on some of it, and store nothing.',
  demands: 'admin',
  input: listenerReference.extend({
    items: z
      .array(
        z.strictObject({
          id: z
            .string()
            .min(1)
            .max(2_048)
            .meta({ description: 'Names it in the answer, such as its address.' }),
          features: rankedFeaturesSchema,
          verdict: z.enum(['good', 'bad']).optional(),
        }),
      )
      .max(200)
      .meta({ description: 'The posts that the run scored, as the run has their features.' }),
  }),
  http: {
    ...{ method: 'post', path: '/listeners/{id}/try/rank', errors: ['not_found', 'conflict'] },
    ...{ operationId: 'rankTrial', maxBodyBytes: 1_048_576 },
  },
  read: async ({ services, input: { items, ...reference } }) => {
    if ((await findListener(services.database, reference)) === undefined) throw missingListener()
    if ((await peekListener(services.database, reference)) === undefined) throw ownedElsewhere()
    const { lessons, signalIds, weights, isFrozen } = await readLearned(services, reference)
    // Without it, a post that was judged before would count twice.
    const judgedHere = new Set(items.flatMap(({ features, verdict }) => (verdict && features.signalId) ?? []))
    const others = lessons.filter((_, at) => !judgedHere.has(signalIds[at] ?? ''))
    const posts = items.map(({ id, features, verdict }) => ({
      ...{ id, features },
      ...(verdict !== undefined && { isGood: verdict === 'good' }),
    }))
    const ranking = rankByVerdicts(posts, { lessons: others, weights, nowMs: services.nowMs() })
    return { ...ranking, isLearned: ranking.isLearned && !isFrozen }
  },
  output: {
    description: 'The posts, the likeliest to be good first, and what verdicts say of their keywords.',
    schema: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          chance: z.number().meta({ description: 'How likely people judge it good, from 0 to 1.' }),
          scoreNow: z.int().meta({ description: 'The score that it would have by these verdicts.' }),
          barNow: z.int().meta({ description: 'The score that it would have to reach.' }),
        }),
      ),
      keywords: z.array(keywordVerdictsSchema),
      isLearned: z.boolean().meta({
        description:
          'Whether a run would learn from as many verdicts. Before, the ranking shows where they lead.',
      }),
    }),
    of: ({ posts, keywords, isLearned }) => ({
      items: posts.map(({ id, chance, scoreNow, barNow }) => ({ id, chance, scoreNow, barNow })),
      ...{ keywords, isLearned },
    }),
  },
  example: { items: [] },
})
