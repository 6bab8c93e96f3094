import { instantOf, signalSchema } from '@signalpost/domain'
import {
  addToHistory,
  emptyHistory,
  type JudgeInput,
  type Judgement,
  judge,
  type ListenerHistory,
  priorWeights,
} from '@signalpost/judge'
import type { RealPost } from './real-posts.ts'

type Judge = (input: JudgeInput) => Judgement

export type Promises = {
  passed: number
  dropped: number
  thrown: number
  /** Posts that make no valid signal. */
  invalid: number
  /** Quotes that are not in their post. */
  foreignQuotes: number
  /** Judgements whose points do not add up, or that pass a cap. */
  brokenSums: number
  /** Posts whose judgement differs in a second run. */
  differing: number
  /** Of one core, in a second of its time. */
  postsPerSecond: number
  rubric: number | undefined
}

/** Judges all posts twice, in their order, each listener with its growing history, and counts every broken promise. */
export function checkPromises(posts: readonly RealPost[], judgeOne: Judge = judge): Promises {
  const first = judgeAll(posts, judgeOne)
  const second = judgeAll(posts, judgeOne)
  const passed = first.judgements.map((judgement) => (judgement?.passed === true ? judgement : undefined))
  const both = posts.flatMap((post, index) => {
    const judgement = passed[index]
    return judgement === undefined ? [] : [{ post, judgement }]
  })
  const thrown = first.judgements.filter((judgement) => judgement === undefined).length
  const bytes = (one: Judgement | undefined): string => JSON.stringify(one) ?? ''
  return {
    ...{ passed: both.length, thrown, dropped: posts.length - both.length - thrown },
    invalid: both.filter(({ post, judgement }) => !isValid(post, judgement)).length,
    foreignQuotes: both.reduce((sum, { post, judgement }) => sum + countForeignQuotes(post, judgement), 0),
    brokenSums: both.filter(({ judgement }) => !addsUp(judgement)).length,
    differing: first.judgements.filter((one, index) => bytes(one) !== bytes(second.judgements[index])).length,
    postsPerSecond: (2 * posts.length) / (first.seconds + second.seconds),
    rubric: both[0]?.judgement.members.scoreVersion,
  }
}

/** Returns whether every promise was kept. */
export function areKept({ thrown, invalid, foreignQuotes, brokenSums, differing }: Promises): boolean {
  return thrown + invalid + foreignQuotes + brokenSums + differing === 0
}

/** A judgement that was thrown is undefined. */
function judgeAll(posts: readonly RealPost[], judgeOne: Judge) {
  const histories = new Map<string, ListenerHistory>()
  const weights = priorWeights()
  let microseconds = 0
  const judgements = posts.map(({ item, listener, listenerId, nowMs }) => {
    const history = histories.get(listenerId) ?? emptyHistory()
    const before = process.threadCpuUsage()
    try {
      const judgement = judgeOne({ item, listener, nowMs, history, weights })
      if (judgement.passed) histories.set(listenerId, addToHistory(history, [judgement.entry]))
      return judgement
    } catch {
      return undefined
    } finally {
      const { user, system } = process.threadCpuUsage(before)
      microseconds += user + system
    }
  })
  return { judgements, seconds: microseconds / 1_000_000 }
}

type Passed = Extract<Judgement, { passed: true }>

function isValid({ item, listenerId, nowMs }: RealPost, { members }: Passed): boolean {
  const { platform, key, text, isQuestion: _question, language: _language, place: _place, ...rest } = item
  const signal = {
    ...{ ...rest, ...members, id: 'sig_judged', orgId: 'org_judged', listenerId, source: platform },
    ...{ excerpt: text, dedupeKey: key, firstSeenAt: instantOf(nowMs) },
    postedAt: item.publishedAt ?? instantOf(nowMs),
  }
  return signalSchema.safeParse(signal).success
}

function countForeignQuotes({ item }: RealPost, { members, components }: Passed): number {
  const said = components.flatMap(({ reasons }) => reasons.flatMap(({ quote }) => quote ?? []))
  const inWords = [members.rationale, members.situation ?? ''].flatMap((text) =>
    [...text.matchAll(/“([^”]*)”/g)].map(([, quote = '']) => quote),
  )
  const text = `${item.title}\n${item.text}`
  return [...said, ...inWords].filter((quote) => !text.includes(quote)).length
}

function addsUp({ members, components }: Passed): boolean {
  const sum = (values: readonly { points: number }[]): number =>
    values.reduce((total, { points }) => total + points, 0)
  return (
    sum(components) === members.relevanceScore &&
    components.every(
      ({ name, points, cap, reasons }) =>
        points >= 0 && points <= cap && points === sum(reasons) && points === members.scoreBreakdown[name],
    )
  )
}
