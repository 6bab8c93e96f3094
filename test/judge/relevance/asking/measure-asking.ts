import type { RealPost } from '../../real-posts.ts'
import { kappaOf } from '../agreement.ts'
import type { ListenerPool } from '../judge-pool.ts'
import { measureRelevance, type Relevance, rateListeners } from '../measure-relevance.ts'

/**
 * What the score makes of the sample and of the posts that were added to it. Posts that a reader sought are good more
 * often than others, so how many of those at the bar are good is measured without them.
 */
export type Asking = {
  halves: { name: string; all: Relevance; unsought: Relevance }[]
  /** Kappa of the two readings of the added posts: of the three labels, and of good against no. */
  agreement: { labels: number; goodOrNo: number }
}

export function measureAsking(
  pools: readonly ListenerPool[],
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
    { name: 'all listeners', own: pools },
    { name: 'those that rules are made by', own: pools.filter(({ isForMaking }) => isForMaking) },
    { name: 'the untouched', own: pools.filter(({ isForMaking }) => !isForMaking) },
  ]
  const added = pools.flatMap(({ asking }) => asking)
  return {
    halves: halves.map(({ name, own }) => ({
      ...{ name, all: measure(own, ['sought', 'random']), unsought: measure(own, ['random']) },
    })),
    agreement: {
      labels: kappaOf(added.map(({ first, second }) => [first, second])),
      goodOrNo: kappaOf(added.map(({ first, second }) => [Math.min(first, 1), Math.min(second, 1)])),
    },
  }
}
