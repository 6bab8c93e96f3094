import {
  findJudgedFinds,
  findWeights,
  type ListenerReference,
  type RefitStatus,
  readRefitStatus,
  saveWeights,
} from '@signalpost/database/searching'
import { dayMs } from '@signalpost/domain'
import { type FindFeatures, type Lesson, type ListenerWeights, priorWeights, refit } from '@signalpost/judge'
import type { SearchingServices } from '../services.ts'

/** So many more or fewer verdicts are learned at once, others within a day. */
const newVerdicts = 5
/** With older verdicts a listener would learn slower than people's minds change. */
const mostLessons = 1_000

export type Learned = {
  weights: ListenerWeights /** How many verdicts a refit saw, if there was one. */
  refitted?: number
}

/** Returns what a listener learned. It learns from new verdicts before. Call it under the listener's lease. */
export async function learn(
  { database, nowMs }: Pick<SearchingServices, 'database' | 'nowMs'>,
  reference: ListenerReference,
): Promise<Learned> {
  const weights = await readWeights(database, reference)
  if (!isDue(await readRefitStatus(database, reference))) return { weights }
  const judged = await findJudgedFinds(database, { ...reference, limit: mostLessons })
  const lessons = judged.map(
    ({ features, verdict, at }): Lesson => ({
      // The cast: the judge made them.
      features: features as FindFeatures,
      ...{ isGood: verdict === 'good', atMs: at.getTime() },
    }),
  )
  const refitted = refit(lessons, { nowMs: nowMs(), old: weights })
  await saveWeights(database, { ...reference, weights: refitted, verdicts: lessons.length })
  return { weights: refitted, refitted: lessons.length }
}

/** Returns what a listener learned so far. */
export async function readWeights(
  database: SearchingServices['database'],
  reference: ListenerReference,
): Promise<ListenerWeights> {
  const stored = await findWeights(database, reference)
  // The cast: stored as the judge made them.
  return (stored?.weights as ListenerWeights | null | undefined) ?? priorWeights()
}

function isDue({ verdicts, learned, refitAgeMs, isFrozen }: RefitStatus): boolean {
  if (isFrozen || (verdicts === 0 && learned === 0)) return false
  return Math.abs(verdicts - learned) >= newVerdicts || (refitAgeMs ?? Number.POSITIVE_INFINITY) >= dayMs
}
