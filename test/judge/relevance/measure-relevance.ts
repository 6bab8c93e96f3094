import { aucOf } from '../auc.ts'
import { type Interval, intervalOf, meanOf, resample } from '../bootstrap.ts'
import type { RealPost } from '../real-posts.ts'
import { kappaOf } from './agreement.ts'
import { brierOf, calibrationErrorOf } from './calibration.ts'
import type { JudgedPost, ListenerPool } from './judge-pool.ts'
import { averagePrecision, type Label, ndcgAt, precisionAt } from './ranking.ts'

/** A labelled post with what the judge made of it. */
export type RatedPost = JudgedPost & { label: Label }

/** The labelled posts of one listener. */
export type RatedListener = { company: string; posts: RatedPost[] }

type Measured = { value: number; interval: Interval }

export type Relevance = {
  posts: number
  companies: { company: string; good: number; precision: number; average: number; reached: number }[]
  /** Kappa of the two readers: of the three labels, and of good against no. */
  agreement: { labels: number; goodOrNo: number }
  precision10: Measured
  /** The precision at ten of the best order: some listeners have fewer than ten good posts. */
  bestPrecision10: number
  precision20: Measured
  /** These two leave out listeners without a good post. */
  average: Measured
  gain20: Measured
  /** Of the good posts, those whose score reaches the bar; and of those that reach it, the good ones. */
  recallAtBar: Measured
  precisionAtBar: Measured
  /** The precision at ten of the score over that of the number of keywords in the post. */
  overKeywords: Measured
  brier: number
  calibrationError: number
  platforms: { platform: string; posts: number; good: number; auc: number | undefined }[]
  /** What the mean average precision loses without a component. */
  without: { name: string; loss: number; interval: Interval }[]
}

/** `shareOfBest` is of the precision at ten of the best order, which few good posts keep below 1. */
export const relevanceFloors = { shareOfBest: 0.75, overKeywords: 1.5, calibrationError: 0.1, kappa: 0.6 }

/** Returns the precision at ten over that of the best order. */
export function shareOfBest({ precision10, bestPrecision10 }: Relevance): number {
  return precision10.value / bestPrecision10
}

const bar = 45
const fewestOfEach = 5

/** Takes what was judged of the posts of the sample, or of those that are chosen. */
export function rateListeners(
  pools: readonly ListenerPool[],
  collection: ReadonlyMap<string, RealPost>,
  postsOf: (pool: ListenerPool) => readonly { signalId: string; settled: Label }[] = ({ posts }) => posts,
): RatedListener[] {
  return pools.map((pool) => {
    const judged = new Map(pool.judged.map((post) => [post.signalId, post]))
    const rated = postsOf(pool).map(({ signalId, settled }) => {
      const platform = collection.get(signalId)?.item.platform
      if (platform === undefined) throw new Error(`The collection has no post ${signalId}.`)
      // A rubric that drops a post has put it below all others.
      const dropped = { signalId, platform, score: 0, components: [], keywords: 0, goodChance: 0 }
      return { ...(judged.get(signalId) ?? dropped), label: settled }
    })
    return { company: pool.company, posts: rated }
  })
}

/** Measures how well the score finds what the readers would act on or look at. Intervals draw listeners again. */
export function measureRelevance(
  rated: readonly RatedListener[],
  readings: readonly (readonly [first: Label, second: Label])[],
): Relevance {
  const over = (statistic: (of: readonly RatedListener[]) => number): Measured => ({
    value: statistic(rated),
    interval: intervalOf((random) => statistic(resample(rated, random))),
  })
  const mean = (of: (labels: Label[]) => number): Measured =>
    over((listeners) => meanOf(listeners.map(({ posts: own }) => of(orderBy(own, byScore)))))
  const meanWithGood = (of: (posts: readonly RatedPost[]) => number): Measured =>
    over((listeners) => meanOf(listeners.flatMap(({ posts: own }) => (own.some(isGood) ? [of(own)] : []))))
  const posts = rated.flatMap((one) => one.posts)
  const forecasts = posts.map(({ goodChance, label }) => ({ chance: goodChance, isGood: label > 0 }))
  return {
    posts: posts.length,
    companies: rated.map(({ company, posts: own }) => ({
      company,
      good: own.filter(isGood).length,
      precision: precisionAt(orderBy(own, byScore), 10),
      average: averagePrecision(orderBy(own, byScore)),
      reached: own.filter(({ score }) => score >= bar).length,
    })),
    agreement: {
      labels: kappaOf(readings),
      goodOrNo: kappaOf(readings.map(([first, second]) => [Math.min(first, 1), Math.min(second, 1)])),
    },
    precision10: mean((labels) => precisionAt(labels, 10)),
    bestPrecision10: meanOf(
      rated.map(({ posts: own }) =>
        precisionAt(
          orderBy(own, ({ label }) => label),
          10,
        ),
      ),
    ),
    precision20: mean((labels) => precisionAt(labels, 20)),
    average: meanWithGood((own) => averagePrecision(orderBy(own, byScore))),
    gain20: meanWithGood((own) => ndcgAt(orderBy(own, byScore), 20)),
    recallAtBar: over((listeners) => {
      const good = listeners.flatMap((one) => one.posts.filter(isGood))
      return good.filter(({ score }) => score >= bar).length / good.length
    }),
    precisionAtBar: over((listeners) => {
      const reached = listeners.flatMap((one) => one.posts.filter(({ score }) => score >= bar))
      return reached.filter(isGood).length / reached.length
    }),
    overKeywords: over((listeners) => {
      const precision = (by: Order): number =>
        meanOf(listeners.map((one) => precisionAt(orderBy(one.posts, by), 10)))
      return precision(byScore) / precision(({ keywords }) => keywords)
    }),
    brier: brierOf(forecasts),
    calibrationError: calibrationErrorOf(forecasts),
    platforms: [...Map.groupBy(posts, ({ platform }) => platform)]
      .map(([platform, own]) => ({ platform, ...measurePlatform(own) }))
      .toSorted((a, b) => b.posts - a.posts),
    without: componentNames(posts).map((name) => {
      const { value, interval } = meanWithGood(
        (own) => averagePrecision(orderBy(own, byScore)) - averagePrecision(orderBy(own, scoreWithout(name))),
      )
      return { name, loss: value, interval }
    }),
  }
}

/** Returns whether the floors are met. */
export function isRelevant(found: Relevance): boolean {
  return (
    shareOfBest(found) >= relevanceFloors.shareOfBest &&
    found.overKeywords.value >= relevanceFloors.overKeywords &&
    found.calibrationError <= relevanceFloors.calibrationError &&
    found.agreement.labels >= relevanceFloors.kappa
  )
}

type Order = (post: RatedPost) => number

const byScore: Order = ({ score }) => score

function scoreWithout(name: string): Order {
  return ({ score, components }) =>
    score - (components.find((component) => component.name === name)?.points ?? 0)
}

/** Returns the labels, the greatest first. Among equals an order that has nothing to do with the labels decides. */
function orderBy(posts: readonly RatedPost[], order: Order): Label[] {
  return posts
    .toSorted((a, b) => order(b) - order(a) || (a.signalId < b.signalId ? -1 : 1))
    .map(({ label }) => label)
}

function isGood({ label }: RatedPost): boolean {
  return label > 0
}

function componentNames(posts: readonly RatedPost[]): string[] {
  return [...new Set(posts.flatMap(({ components }) => components.map(({ name }) => name)))]
}

function measurePlatform(posts: readonly RatedPost[]) {
  const [good, bad] = [posts.filter(isGood), posts.filter((post) => !isGood(post))]
  const isEnough = Math.min(good.length, bad.length) >= fewestOfEach
  const scores = (of: readonly RatedPost[]): number[] => of.map(({ score }) => score)
  const auc = isEnough ? aucOf({ good: scores(good), bad: scores(bad) }) : undefined
  return { posts: posts.length, good: good.length, auc }
}
