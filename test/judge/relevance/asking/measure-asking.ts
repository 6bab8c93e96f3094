import type { RealPost } from '../../real-posts.ts'
import { kappaOf } from '../agreement.ts'
import type { ListenerPool } from '../judge-pool.ts'
import { measureRelevance, type Relevance, rateListeners, shareOfBest } from '../measure-relevance.ts'

/**
 * What the score makes of the sample and of the posts that were added to it. Posts that a reader sought are good more
 * often than others, so how many of those at the bar are good is measured without them.
 */
export type Asking = {
  halves: { name: string; isGated: boolean; all: Relevance; unsought: Relevance }[]
  /** Kappa of the two readings of the added posts and of the fresh ones: of the three labels, and of good against no. */
  agreement: { added: Agreement; fresh: Agreement }
}

type Agreement = { labels: number; goodOrNo: number }

/** What all listeners and the untouched ones have to reach. */
export const askingGates = { shareOfBest: 0.75, average: 0.55, recallAtBar: 0.6, precisionAtBar: 0.7 }

/** Returns whether all listeners together and the untouched ones alone reach the gates. */
export function isAskingFound({ halves }: Asking): boolean {
  return halves
    .filter(({ isGated }) => isGated)
    .every(
      ({ all }) =>
        shareOfBest(all) >= askingGates.shareOfBest &&
        all.average.value >= askingGates.average &&
        all.recallAtBar.value >= askingGates.recallAtBar &&
        all.precisionAtBar.value >= askingGates.precisionAtBar,
    )
}

export function measureAsking(
  pools: readonly ListenerPool[],
  fresh: readonly ListenerPool[],
  collection: ReadonlyMap<string, RealPost>,
): Asking {
  const measure = (of: readonly ListenerPool[], drawn: readonly string[]): Relevance => {
    const postsOf = ({ posts, asking }: ListenerPool) => [
      ...posts,
      ...asking.filter((post) => drawn.includes(post.drawn)),
    ]
    const readings = of.flatMap((pool) => postsOf(pool).map(({ first, second }) => [first, second] as const))
    return measureRelevance(rateListeners(of, collection, postsOf), readings)
  }
  const halves = [
    { name: 'all listeners', isGated: true, own: pools },
    {
      name: 'those that rules are made by',
      isGated: false,
      own: pools.filter(({ isForMaking }) => isForMaking),
    },
    { name: 'the untouched', isGated: true, own: pools.filter(({ isForMaking }) => !isForMaking) },
    { name: 'the fresh', isGated: false, own: fresh },
  ]
  return {
    halves: halves.map(({ name, isGated, own }) => ({
      ...{ name, isGated, all: measure(own, ['sought', 'random']), unsought: measure(own, ['random']) },
    })),
    agreement: { added: agreementOf(pools), fresh: agreementOf(fresh) },
  }
}

function agreementOf(pools: readonly ListenerPool[]): Agreement {
  const posts = pools.flatMap(({ asking }) => asking)
  return {
    labels: kappaOf(posts.map(({ first, second }) => [first, second])),
    goodOrNo: kappaOf(posts.map(({ first, second }) => [Math.min(first, 1), Math.min(second, 1)])),
  }
}
