import type { Database } from '@signalpost/database'
import { findWeights, type ListenerReference } from '@signalpost/database/searching'
import type { ListenerWeights } from '@signalpost/judge'
import { z } from 'zod'

/** What a listener learned from verdicts. */
export type LearnedWeights = {
  verdicts: number
  refittedAt: Date | null
  isFrozen: boolean
  /** The points that keywords add to `fit`, the most first. */
  keywords: { keyword: string; points: number }[]
  weights: unknown
}

export async function readWeights(database: Database, reference: ListenerReference): Promise<LearnedWeights> {
  const nothing = { weights: null, verdicts: 0, refittedAt: null, isFrozen: false }
  const learned = (await findWeights(database, reference)) ?? nothing
  // The cast: stored as the judge made them.
  const weights = learned.weights as ListenerWeights | null
  const keywords = Object.entries(weights?.pointsByKeyword ?? {})
    .map(([keyword, points]) => ({ keyword, points }))
    .toSorted((one, other) => other.points - one.points)
  return { ...learned, keywords }
}

export const weightsDocument = {
  description: 'What it learned.',
  schema: z.object({
    verdicts: z.number().meta({ description: 'From how many verdicts it learned.' }),
    refittedAt: z.iso.datetime().nullable(),
    isFrozen: z.boolean(),
    keywords: z.array(z.object({ keyword: z.string(), points: z.number() })),
  }),
  of: ({ verdicts, refittedAt, isFrozen, keywords }: LearnedWeights) => ({
    ...{ verdicts, isFrozen, keywords },
    refittedAt: refittedAt?.toISOString() ?? null,
  }),
}
