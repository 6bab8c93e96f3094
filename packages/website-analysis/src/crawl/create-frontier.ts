import type { Link, Page } from './page.ts'
import { pageKey, siteOf } from './page-url.ts'
import { isEndless, rankLink, shapeOf } from './rank-link.ts'

const mostOfOneShape = 8
const mostOfNumberedShape = 2
const lowestRank = -10

/** The pages of a site to read next. */
export type Frontier = {
  add: (links: readonly Link[]) => void
  /** Removes and returns the most informative page left. */
  take: () => URL | undefined
  /** Records that a page was read, under all its addresses. Returns false if one of them was read before. */
  markRead: (page: Page) => boolean
}

export function createFrontier(home: URL): Frontier {
  const site = siteOf(home)
  const known = new Set<string>()
  const read = new Set<string>()
  const shapes = new Map<string, number>()
  const waiting: { url: URL; rank: number }[] = []

  return {
    add: (links) => {
      for (const link of links) {
        const key = pageKey(link.url)
        const rank = rankLink(link, home)
        if (known.has(key) || siteOf(link.url) !== site || isEndless(link.url) || rank < lowestRank) continue
        known.add(key)
        waiting.push({ url: link.url, rank })
      }
      waiting.sort((a, b) => b.rank - a.rank)
    },
    take: () => {
      for (;;) {
        const url = waiting.shift()?.url
        if (url === undefined) return undefined
        if (read.has(pageKey(url))) continue
        const shape = shapeOf(url)
        const taken = shapes.get(shape) ?? 0
        if (taken >= mostOfShape(shape)) continue
        shapes.set(shape, taken + 1)
        return url
      }
    },
    markRead: ({ url, canonical }) => {
      const own = canonical !== undefined && siteOf(canonical) === site ? [url, canonical] : [url]
      const keys = own.map(pageKey)
      const isNew = !keys.some((key) => read.has(key))
      for (const key of keys) {
        known.add(key)
        read.add(key)
      }
      return isNew
    },
  }
}

/** Pages at the top level each have their own subject. */
function mostOfShape(shape: string): number {
  if (shape === '') return Number.POSITIVE_INFINITY
  return shape.includes('#') ? mostOfNumberedShape : mostOfOneShape
}
