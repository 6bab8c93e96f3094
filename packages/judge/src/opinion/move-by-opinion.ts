import type { Component } from '../judgement.ts'
import { moveComponent } from '../scoring/component-of.ts'
import { type Opinion, opinionLimits } from './opinion.ts'

/** Moves the points of components within their limits and caps, and gives the reason. */
export function moveByOpinion(components: readonly Component[], { points, evidence }: Opinion): Component[] {
  return components.map((component) => {
    const { name } = component
    if (!isMovable(name)) return component
    const limit = opinionLimits[name]
    const wanted = Math.max(-limit, Math.min(limit, points[name]))
    const text = wanted > 0 ? 'A language model sees more of it' : 'A language model sees less of it'
    return moveComponent(component, { text, points: wanted, quote: evidence })
  })
}

function isMovable(name: Component['name']): name is keyof typeof opinionLimits {
  return name in opinionLimits
}
