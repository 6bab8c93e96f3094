import type { Database } from '@signalpost/database'
import { findWeights, type ListenerReference } from '@signalpost/database/searching'
import { type KeywordVerdicts, keywordVerdictsOf } from '@signalpost/judge'
import { readLearned } from '@signalpost/searching'

/** What verdicts taught a listener. */
export type LearnedWeights = {
  /** How many finds have one, now. */
  verdicts: number
  bad: number
  /** Whether they move scores: a few are too few, and verdicts that follow nothing that is seen do not. */
  isLearned: boolean
  isFrozen: boolean
  refittedAt: Date | null
  keywords: KeywordVerdicts[]
  weights: unknown
}

/** Reads them by all verdicts given until now. */
export async function readWeights(
  { database, nowMs }: { database: Database; nowMs: () => number },
  reference: ListenerReference,
): Promise<LearnedWeights> {
  const { weights, lessons, isFrozen } = await readLearned({ database, nowMs }, reference)
  const { refittedAt = null } = (await findWeights(database, reference)) ?? {}
  return {
    ...{ verdicts: lessons.length, bad: lessons.filter(({ isGood }) => !isGood).length },
    ...{ isLearned: weights.verdicts > 0, isFrozen, refittedAt, weights },
    keywords: keywordVerdictsOf(lessons, weights),
  }
}
