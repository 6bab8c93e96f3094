import { componentCaps } from '../rubric/rubric-4.ts'
import { type KeywordVerdicts, keywordVerdictsOf } from './keyword-verdicts.ts'
import type { FindFeatures, Lesson } from './lesson.ts'
import { type ListenerWeights, learnedDemand, learnedShift } from './listener-weights.ts'
import { chanceOfGood, firstWeights, refit } from './refit.ts'

/** What of a scored post decides how verdicts move it. JSON. */
export type RankedFeatures = Omit<FindFeatures, 'propensity'> & {
  /** What verdicts added to its score when it was judged. */
  learned: number
  /** The score that it had to reach, without what verdicts on its keywords added. */
  bar: number
}

type RankedPost = {
  /** How likely people judge it good; the posts are in this order. */
  chance: number
  scoreNow: number
  barNow: number
}

export type Ranking<Post> = {
  posts: (Post & RankedPost)[]
  keywords: KeywordVerdicts[]
  /** Whether a run would already learn from so many verdicts. Before, the order shows where they lead. */
  isLearned: boolean
}

/**
 * Ranks the posts of a dry run by verdicts on some of them, after what the listener learned from earlier ones. Each post was shown
 * whatever its score, so all verdicts on them weigh the same. Posts that are as likely stay in their order.
 */
export function rankByVerdicts<Post extends { features: RankedFeatures; isGood?: boolean | undefined }>(
  posts: readonly Post[],
  { lessons, weights, nowMs }: { lessons: readonly Lesson[]; weights: ListenerWeights; nowMs: number },
): Ranking<Post> {
  const given = posts.flatMap(({ features, isGood }): Lesson[] =>
    isGood === undefined ? [] : [{ features: certain(features), isGood, atMs: nowMs }],
  )
  const all = [...lessons, ...given]
  const learned = given.length === 0 ? weights : refit(all, { nowMs, old: weights })
  const isLearned = learned.verdicts > 0
  const now = isLearned || given.length === 0 ? learned : firstWeights(all, nowMs)
  const ranked = posts.map((post) => ({ ...post, ...rankOf(post.features, now) }))
  return {
    posts: ranked.toSorted((one, other) => other.chance - one.chance),
    keywords: keywordVerdictsOf(all, now),
    isLearned,
  }
}

function rankOf(features: RankedFeatures, weights: ListenerWeights): RankedPost {
  const { points, keywords, learned, bar } = features
  const score = Object.values(points).reduce((sum, one) => sum + one, 0)
  const unlearned = points.fit - learned
  const fit = Math.max(0, Math.min(componentCaps.fit, unlearned + learnedShift(weights, keywords)))
  return {
    chance: chanceOfGood(weights, certain(features)),
    scoreNow: score - points.fit + fit,
    barNow: bar + learnedDemand(weights, keywords),
  }
}

function certain({ points, keywords, label, platform }: RankedFeatures): FindFeatures {
  return { points, keywords, label, platform, propensity: 1 }
}
