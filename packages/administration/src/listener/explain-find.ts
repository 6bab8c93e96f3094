import type { Database } from '@signalpost/database'
import { findSignal } from '@signalpost/database/records'
import { findFindOfSignal, findWeights } from '@signalpost/database/searching'
import { type Component, chanceOfGood, type FindFeatures, type ListenerWeights } from '@signalpost/judge'

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
  database: Database,
  { orgId, signalId }: { orgId: string; signalId: string },
): Promise<FindExplanation | undefined> {
  const find = await findFindOfSignal(database, { orgId, signalId })
  if (find === undefined) return undefined
  const { listenerId, score: relevanceScore } = find
  const signal = await findSignal(database, { orgId, signalId })
  const learned = await findWeights(database, { orgId, listenerId })
  // The casts: the judge made all of them.
  const components = find.components as Component[]
  const weights = (learned?.weights ?? null) as ListenerWeights | null
  const features = find.features as FindFeatures | null
  const goodChance = weights === null || features === null ? null : chanceOfGood(weights, features)
  const rerankScore = signal?.rerankScore ?? null
  return { signalId, listenerId, relevanceScore, scoreVersion, components, goodChance, rerankScore }
}
