import {
  emptyHistory,
  type FindFeatures,
  type JudgedMembers,
  judge,
  type Lesson,
  type ListenerWeights,
  priorWeights,
  refit,
} from '@signalpost/judge'
import { createRandom, pickOne, type Random, shuffle } from '../support/sending/random.ts'
import { type Interval, intervalOf, meanOf, resample } from './bootstrap.ts'
import type { RealPost } from './real-posts.ts'

type Stage = { verdicts: number; before: number; gain: number; interval: Interval; worst: number }

export type Learning = {
  listeners: number
  readersEach: number
  stages: Stage[]
  /** The most points by which a reader who wants to bury a keyword moved a score. */
  mostMoved: number
}

/** A post as a listener judges it that has found nothing before. */
export type Judged = { post: RealPost; members: JudgedMembers; score: number }
/** The precision at ten, before and after so many verdicts. */
type Reading = { before: number; after: number[] }

export const learningFloors = { worstGain: -0.02, mostMoved: 6 }

const seed = 1
const stages = [20, 50, 100]
const studied = 100
const pages = { count: 6, posts: 50, read: 10 }
const noises = [0.1, 0.2, 0.3, 0.1, 0.2, 0.3]
const tastes = [-1.5, 0, 1.5]
const pointsPerLogOdds = 17
const goodShare = 1 / 3

/**
 * Lets simulated readers teach each listener. A reader likes some keywords of the plan and dislikes others, gives
 * verdicts on a hundred posts of which some are wrong, and then reads the first ten of each new page of fifty.
 * Returns undefined where no listener has enough posts.
 */
export function simulateReaders(posts: readonly RealPost[]): Learning | undefined {
  const random = createRandom(seed)
  const listeners = [...Map.groupBy(posts, ({ listenerId }) => listenerId).values()]
    .map((own) =>
      shuffle(
        own.flatMap((post) => judgeAsNew(post, priorWeights())),
        random,
      ).slice(0, studied + pages.count * pages.posts),
    )
    .filter((own) => own.length === studied + pages.count * pages.posts)
  if (listeners.length === 0) return undefined
  const readings = listeners.map((own) => noises.map((noise) => teach(own, { noise, random })))
  const before = meanOf(readings.flat().map((reading) => reading.before))
  return {
    listeners: listeners.length,
    readersEach: noises.length,
    stages: stages.map((verdicts, stage) => {
      const gains = readings.map((own) =>
        meanOf(own.map((reading) => (reading.after[stage] ?? Number.NaN) - reading.before)),
      )
      const interval = intervalOf((drawn) => meanOf(resample(gains, drawn)))
      return { verdicts, before, gain: meanOf(gains), interval, worst: Math.min(...gains) }
    }),
    mostMoved: Math.max(...listeners.map(attack)),
  }
}

export function judgeAsNew(post: RealPost, weights: ListenerWeights): Judged[] {
  const { item, listener, nowMs } = post
  const judgement = judge({ item, listener, nowMs, history: emptyHistory(), weights })
  return judgement.passed
    ? [{ post, members: judgement.members, score: judgement.members.relevanceScore }]
    : []
}

function teach(own: readonly Judged[], { noise, random }: { noise: number; random: Random }): Reading {
  const keywords = [...new Set(own.flatMap(({ members }) => members.matchedKeywords))]
  const liking = new Map(keywords.map((keyword) => [keyword, pickOne(tastes, random)]))
  const worth = ({ members, score }: Judged): number =>
    score / pointsPerLogOdds +
    members.matchedKeywords.reduce((sum, keyword) => sum + (liking.get(keyword) ?? 0), 0)
  const least = own.map(worth).toSorted((a, b) => b - a)[Math.floor(own.length * goodShare)] ?? 0
  const good = new Set(own.filter((one) => worth(one) > least))
  const lessons = own.slice(0, studied).map((one) => lessonOf(one, good.has(one) !== random() < noise))
  const fresh = own.slice(studied)
  const after = stages.map((verdicts) =>
    precisionAtTen(fresh, good, refit(lessons.slice(0, verdicts), { nowMs: 0, old: priorWeights() })),
  )
  return { before: precisionAtTen(fresh, good, priorWeights()), after }
}

export function lessonOf({ post, members }: Judged, isGood: boolean): Lesson {
  const features: FindFeatures = {
    ...{ points: members.scoreBreakdown, keywords: members.matchedKeywords, label: members.classification },
    ...{ platform: post.item.platform, propensity: 1 },
  }
  return { features, isGood, atMs: 0 }
}

function precisionAtTen(
  fresh: readonly Judged[],
  good: ReadonlySet<Judged>,
  weights: ListenerWeights,
): number {
  const scored = fresh.map((one) => ({ isGood: good.has(one), score: scoreWith(one, weights) }))
  const shares = Array.from({ length: pages.count }, (_, page) => {
    const shown = scored.slice(page * pages.posts, (page + 1) * pages.posts)
    const read = shown.toSorted((a, b) => b.score - a.score).slice(0, pages.read)
    return read.filter(({ isGood }) => isGood).length / read.length
  })
  return meanOf(shares)
}

function scoreWith({ post }: Judged, weights: ListenerWeights): number {
  return judgeAsNew(post, weights)[0]?.score ?? 0
}

/** Calls every post with the most frequent keyword bad and all others good. */
function attack(own: readonly Judged[]): number {
  const groups = [
    ...Map.groupBy(
      own.flatMap(({ members }) => members.matchedKeywords),
      (keyword) => keyword,
    ),
  ]
  const [target] = groups.toSorted(([, a], [, b]) => b.length - a.length)[0] ?? ['']
  const lessons = own
    .slice(0, studied)
    .map((one) => lessonOf(one, !one.members.matchedKeywords.includes(target)))
  const weights = refit(lessons, { nowMs: 0, old: priorWeights() })
  return Math.max(...own.map((one) => Math.abs(scoreWith(one, weights) - one.score)))
}
