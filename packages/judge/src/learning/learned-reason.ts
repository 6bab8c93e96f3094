import type { Component, Reason } from '../judgement.ts'
import { moveComponent } from '../scoring/component-of.ts'
import { type ListenerWeights, learnedShift } from './listener-weights.ts'

const text = 'Learned from verdicts on its keywords'

/** Why verdicts move the score of a post with these keywords. */
export function learnedReason(weights: ListenerWeights, matchedKeywords: readonly string[]): Reason {
  return { text, points: learnedShift(weights, matchedKeywords) }
}

/** Returns the points that verdicts on its keywords gave a find when it was judged. */
export function learnedIn(components: readonly Component[]): number {
  const reasons = components.find(({ name }) => name === 'fit')?.reasons ?? []
  return reasons.find((reason) => reason.text === text)?.points ?? 0
}

/** Returns the score that a find would have by other weights; its stored score stays what it was. */
export function scoreBy(
  weights: ListenerWeights,
  { components, keywords }: { components: readonly Component[]; keywords: readonly string[] },
): number {
  return components.reduce((sum, component) => {
    if (component.name !== 'fit') return sum + component.points
    const unlearned = moveComponent(component, { text, points: -learnedIn(components) })
    return sum + moveComponent(unlearned, learnedReason(weights, keywords)).points
  }, 0)
}
