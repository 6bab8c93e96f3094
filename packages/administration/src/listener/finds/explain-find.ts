import type { Database } from '@signalpost/database'
import { findSignal } from '@signalpost/database/records'
import { findFindOfSignal } from '@signalpost/database/searching'
import { type Component, chanceOfGood, type FindFeatures } from '@signalpost/judge'
import { readLearned } from '@signalpost/searching'

/** Why a listener of this installation kept a signal, point by point. */
export type FindExplanation = {
  signalId: string
  listenerId: string
  relevanceScore: number | null
  scoreVersion: number
  components: Component[]
  /** How likely people judge it good, by what the listener has learned; null before it learned. */
  goodChance: number | null
  /** What the rerank model said of a post without a keyword; null of others. */
  rerankScore: number | null
}

/** The rubric that scores finds. */
const scoreVersion = 3

/** Returns undefined for a signal that no listener of this installation found, or whose find was erased. */
export async function explainFind(
  services: { database: Database; nowMs: () => number },
  { orgId, signalId }: { orgId: string; signalId: string },
): Promise<FindExplanation | undefined> {
  const { database } = services
  const find = await findFindOfSignal(database, { orgId, signalId })
  if (find === undefined) return undefined
  const { listenerId, score: relevanceScore } = find
  const signal = await findSignal(database, { orgId, signalId })
  const { weights } = await readLearned(services, { orgId, listenerId })
  // The casts: the judge made both.
  const components = find.components as Component[]
  const features = find.features as FindFeatures | null
  const goodChance = weights.verdicts === 0 || features === null ? null : chanceOfGood(weights, features)
  const rerankScore = signal?.rerankScore ?? null
  return { signalId, listenerId, relevanceScore, scoreVersion, components, goodChance, rerankScore }
}
