import type { Component, Reason } from '../judgement.ts'
import type { Hit } from '../reading/phrase-index.ts'
import { type Post, quoteOf } from '../reading/post.ts'
import { componentCaps } from '../rubric/rubric-4.ts'

/** Makes a component whose reasons add up to its points, also where they go past its cap. */
export function componentOf(name: Component['name'], reasons: readonly Reason[]): Component {
  const cap = componentCaps[name]
  const counted = reasons.filter(({ points }) => points !== 0)
  const sum = counted.reduce((total, { points }) => total + points, 0)
  const points = Math.max(0, Math.min(cap, sum))
  const rest: Reason[] =
    points === sum
      ? []
      : [{ text: sum > cap ? `At most ${cap} points` : 'Never below 0', points: points - sum }]
  return { name, points, cap, reasons: [...counted, ...rest] }
}

/** Moves the points of a component within its cap, and gives the reason. */
export function moveComponent(component: Component, reason: Reason): Component {
  const { name, points, cap, reasons } = component
  const moved = Math.max(0, Math.min(cap, points + reason.points))
  if (moved === points) return component
  return { name, points: moved, cap, reasons: [...reasons, { ...reason, points: moved - points }] }
}

/** Makes a reason that quotes the words of a hit. */
export function reasonAt(
  post: Post,
  { first, last }: Pick<Hit<unknown>, 'first' | 'last'>,
  reason: Reason,
): Reason {
  const [start, end] = [post.words[first]?.start, post.words[last]?.end]
  const quote = start === undefined || end === undefined ? undefined : quoteOf(post, start, end)
  return { ...reason, ...(quote !== undefined && { quote }) }
}
