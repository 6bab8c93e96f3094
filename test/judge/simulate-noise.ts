import { type ListenerWeights, learnedDemand, priorWeights, refit } from '@signalpost/judge'
import { createRandom, type Random, shuffle } from '../support/sending/random.ts'
import { type Interval, intervalOf, meanOf, resample } from './bootstrap.ts'
import type { RealPost } from './real-posts.ts'
import { type Judged, judgeAsNew, lessonOf } from './simulate-readers.ts'

export type Noise = {
  listeners: number
  readers: number
  /** Of the noise that was shown before twenty verdicts, the share that is shown after them. */
  left: number
  interval: Interval
  /** The same of the listener where it is most. */
  worst: number
  /** Of the other posts that were shown before, the share that is shown after. */
  kept: number
}

export const noiseGate = 0.5

const seed = 1
const bar = 45
const fewestShown = 40
const commonShares = { least: 0.2, most: 0.6 }
const draws = 4
const verdicts = 20
const wrongShare = 0.1
const fewestNoise = 3

/**
 * Lets readers teach each listener that all posts with one word are noise. A reader gives verdicts on twenty posts that
 * were shown, drawn at random, a tenth of them wrong. Counts what the listener would show of the rest, before and after.
 * Every keyword that a fifth to three fifths of the shown posts name is such a word. Undefined without such listeners.
 */
export function simulateNoise(posts: readonly RealPost[]): Noise | undefined {
  const random = createRandom(seed)
  const listeners = [...Map.groupBy(posts, ({ listenerId }) => listenerId).values()]
    .map((own) => own.flatMap((post) => judgeAsNew(post, priorWeights())).filter(({ score }) => score >= bar))
    .filter((shown) => shown.length >= fewestShown)
    .map((shown) =>
      commonWords(shown).flatMap((word) => Array.from({ length: draws }, () => teach(shown, word, random))),
    )
    .map((readings) => readings.filter(({ noise }) => noise >= fewestNoise))
    .filter((readings) => readings.length > 0)
  if (listeners.length === 0) return undefined
  const lefts = listeners.map((readings) => meanOf(readings.map(({ left }) => left)))
  return {
    ...{ listeners: listeners.length, readers: listeners.flat().length },
    ...{ left: meanOf(lefts), worst: Math.max(...lefts) },
    interval: intervalOf((drawn) => meanOf(resample(lefts, drawn))),
    kept: meanOf(listeners.map((readings) => meanOf(readings.map(({ kept }) => kept)))),
  }
}

function commonWords(shown: readonly Judged[]): string[] {
  const named = shown.flatMap(({ members }) => members.matchedKeywords)
  return [...Map.groupBy(named, (keyword) => keyword)]
    .filter(([, { length }]) => {
      const share = length / shown.length
      return share >= commonShares.least && share <= commonShares.most
    })
    .map(([keyword]) => keyword)
}

function teach(shown: readonly Judged[], word: string, random: Random) {
  const isNoise = ({ members }: Judged): boolean => members.matchedKeywords.includes(word)
  const drawn = shuffle(shown, random)
  const lessons = drawn.slice(0, verdicts).map((one) => lessonOf(one, isNoise(one) === random() < wrongShare))
  const weights = refit(lessons, { nowMs: 0, old: priorWeights() })
  const rest = drawn.slice(verdicts)
  const noise = rest.filter(isNoise)
  const others = rest.filter((one) => !isNoise(one))
  const shareOf = (some: readonly Judged[]): number =>
    some.filter((one) => isShown(one, weights)).length / some.length
  return { noise: noise.length, left: shareOf(noise), kept: others.length === 0 ? 1 : shareOf(others) }
}

function isShown({ post, members }: Judged, weights: ListenerWeights): boolean {
  const score = judgeAsNew(post, weights)[0]?.score ?? 0
  return score >= bar + learnedDemand(weights, members.matchedKeywords)
}
