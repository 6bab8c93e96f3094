import { createHash } from 'node:crypto'
import {
  findJudgedFinds,
  findWeights,
  type ListenerReference,
  saveWeights,
} from '@signalpost/database/searching'
import { dayMs } from '@signalpost/domain'
import { type FindFeatures, type Lesson, type ListenerWeights, priorWeights, refit } from '@signalpost/judge'
import type { SearchingServices } from '../services.ts'

/** With older verdicts a listener would learn slower than people's minds change. */
const mostLessons = 500

export type Learned = {
  weights: ListenerWeights
  /** The verdicts, the last first. */
  lessons: Lesson[]
  /** The signals that they are of, in the same order. */
  signalIds: string[]
  isFrozen: boolean
  /** Whether the stored weights are others. */
  isNew: boolean
}

type Learning = Pick<SearchingServices, 'database' | 'nowMs'>

/** Weights as they are stored: with a digest of the verdicts that they were made from. */
type LearnedWeights = ListenerWeights & { learnedFrom?: string }

/**
 * Returns what all verdicts given until now teach a listener, whether or not it ran since, and stores nothing. It learns
 * again from the same verdicts after a day, as they weigh less with time.
 */
export async function readLearned(
  { database, nowMs }: Learning,
  reference: ListenerReference,
): Promise<Learned> {
  const stored = await findWeights(database, reference)
  // The cast: stored as it is made below.
  const old = (stored?.weights ?? priorWeights()) as LearnedWeights
  const judged = await findJudgedFinds(database, { ...reference, limit: mostLessons })
  const signalIds = judged.map(({ signalId }) => signalId)
  const lessons = judged.map(
    ({ features, verdict, at }): Lesson => ({
      // The cast: the judge made them.
      features: features as FindFeatures,
      ...{ isGood: verdict === 'good', atMs: at.getTime() },
    }),
  )
  const { isFrozen = false, refittedAt = null } = stored ?? {}
  const learnedFrom = digestOf(lessons)
  const ageMs = refittedAt === null ? 0 : nowMs() - refittedAt.getTime()
  const isKnown =
    lessons.length === 0 ? refittedAt === null || old.verdicts === 0 : old.learnedFrom === learnedFrom
  if (isFrozen || (isKnown && (lessons.length === 0 || ageMs < dayMs))) {
    return { weights: old, lessons, signalIds, isFrozen, isNew: false }
  }
  const { orgId, listenerId } = reference
  const key = JSON.stringify([...[orgId, listenerId, learnedFrom, refittedAt, Math.floor(nowMs() / dayMs)]])
  const weights = latestFits.get(key) ?? { ...refit(lessons, { nowMs: nowMs(), old }), learnedFrom }
  keepFit(key, weights)
  return { weights, lessons, signalIds, isFrozen, isNew: true }
}

/** A page asks several times for what a listener learned since its last run, and a fit takes a tenth of a second. */
const latestFits = new Map<string, LearnedWeights>()
const mostFits = 100

function keepFit(key: string, weights: LearnedWeights): void {
  latestFits.delete(key)
  latestFits.set(key, weights)
  const [oldest] = latestFits.keys()
  if (latestFits.size > mostFits && oldest !== undefined) latestFits.delete(oldest)
}

/** Stores what a listener learned, and returns it. Call it under the listener's lease. */
export async function learn(services: Learning, reference: ListenerReference): Promise<Learned> {
  const learned = await readLearned(services, reference)
  const { weights, lessons, isNew } = learned
  if (isNew) await saveWeights(services.database, { ...reference, weights, verdicts: lessons.length })
  return learned
}

function digestOf(lessons: readonly Lesson[]): string {
  return createHash('sha256').update(JSON.stringify(lessons)).digest('hex').slice(0, 32)
}
