import type { Component } from '../judgement.ts'
import { type Opinion, opinionLimits } from './opinion.ts'

/** Moves the points of components within their limits and caps, and gives the reason. */
export function moveByOpinion(components: readonly Component[], { points, evidence }: Opinion): Component[] {
  return components.map((component) => {
    const { name, points: own, cap, reasons } = component
    if (!isMovable(name)) return component
    const limit = opinionLimits[name]
    const wanted = Math.max(-limit, Math.min(limit, points[name]))
    const moved = Math.max(0, Math.min(cap, own + wanted))
    if (moved === own) return component
    const text = moved > own ? 'A language model sees more of it' : 'A language model sees less of it'
    return { name, points: moved, cap, reasons: [...reasons, { text, points: moved - own, quote: evidence }] }
  })
}

function isMovable(name: Component['name']): name is keyof typeof opinionLimits {
  return name in opinionLimits
}
