import type { Database } from '@signalpost/database'
import { type ListedFind, type ListenerReference, listFinds } from '@signalpost/database/searching'
import { type Component, type FindFeatures, learnedDemand, scoreBy } from '@signalpost/judge'
import { readLearned } from '@signalpost/searching'

const shownAtMost = 50

/** A find beside what verdicts say of it now. Its own score and outcome stay what they were. */
export type JudgedFind = Omit<ListedFind, 'components' | 'features'> & {
  /** The score that it would have now; null where nothing is stored of how it was judged. */
  scoreNow: number | null
  /** By how much its bar would be higher now. */
  demandNow: number
}

/** Returns the newest finds of a listener, with what all verdicts given until now say of them. */
export async function listJudgedFinds(
  services: { database: Database; nowMs: () => number },
  reference: ListenerReference,
): Promise<JudgedFind[]> {
  const { weights } = await readLearned(services, reference)
  const finds = await listFinds(services.database, { ...reference, limit: shownAtMost })
  return finds.map(({ components, features, ...find }) => {
    if (components === null || features === null) return { ...find, scoreNow: null, demandNow: 0 }
    // The casts: the judge made both.
    const { keywords } = features as FindFeatures
    const scoreNow = scoreBy(weights, { components: components as Component[], keywords })
    return { ...find, scoreNow, demandNow: learnedDemand(weights, keywords) }
  })
}
