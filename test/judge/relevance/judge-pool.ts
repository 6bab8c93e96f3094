import type { FoundItem, Signal } from '@signalpost/domain'
import {
  addToHistory,
  type Component,
  chanceOfGood,
  emptyHistory,
  type JudgedListener,
  type Judgement,
  judge,
  type ListenerHistory,
  priorWeights,
} from '@signalpost/judge'
import type { RealPost } from '../real-posts.ts'
import type { LabelledListener } from './labelled-posts.ts'

/** What of a post the judge made for one listener. */
export type JudgedPost = {
  signalId: string
  platform: Signal['source']
  score: number
  components: readonly Component[]
  /** How many keywords of the plan the post has. */
  keywords: number
  /** The chance of a good verdict before any was given. */
  goodChance: number
}

/** A listener with labels, and what the judge made of all candidates among the posts. */
export type ListenerPool = LabelledListener & { judged: JudgedPost[] }

/** Judges all posts for each listener. */
export function judgePools(
  listeners: readonly LabelledListener[],
  posts: readonly RealPost[],
): ListenerPool[] {
  return listeners.map((one) => ({ ...one, judged: judgePool(one.listener, posts) }))
}

type Passed = Extract<Judgement, { passed: true }>

/**
 * Judges all posts for one listener, as if it had met them all before: the first pass fills its history, the second
 * judges. Posts that are no candidates are left out.
 */
function judgePool(listener: JudgedListener, posts: readonly RealPost[]): JudgedPost[] {
  const weights = priorWeights()
  const judgeOne = (post: RealPost, history: ListenerHistory): Passed | undefined => {
    const { nowMs } = post
    const judgement = judge({ item: forListener(post.item, listener), listener, nowMs, history, weights })
    return judgement.passed ? judgement : undefined
  }
  let history = emptyHistory()
  for (const post of posts) {
    const judgement = judgeOne(post, history)
    if (judgement !== undefined) history = addToHistory(history, [judgement.entry])
  }
  return posts.flatMap((post) => {
    const judgement = judgeOne(post, history)
    if (judgement === undefined) return []
    const { members, components } = judgement
    const features = {
      ...{ points: members.scoreBreakdown, keywords: members.matchedKeywords, propensity: 1 },
      ...{ label: members.classification, platform: post.item.platform },
    }
    return [
      {
        ...{
          signalId: post.signalId,
          platform: post.item.platform,
          score: members.relevanceScore,
          components,
        },
        keywords: members.matchedKeywords.length,
        goodChance: chanceOfGood(weights, features),
      },
    ]
  })
}

/** A search asks for the reviews of the plan's rivals alone, so a review of another company is found by its words. */
function forListener(item: FoundItem, { profile }: JudgedListener): FoundItem {
  const { rivalKey: _rivalKey, ...rest } = item
  const subject = item.subjectName ?? ''
  const isOfRival =
    'rivals' in profile && profile.rivals.some((rival) => `${subject} `.startsWith(`${rival} `))
  return isOfRival ? item : rest
}
