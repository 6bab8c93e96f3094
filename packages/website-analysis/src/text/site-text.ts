import type { Page } from '../crawl/page.ts'
import { foldText } from './words.ts'

/** A piece of what a site says, or of what the caller says about it. */
export type Passage = {
  kind: 'title' | 'heading' | 'item' | 'text' | 'said'
  text: string
  /** Which of the pages it stands on; -1 for what the caller says. */
  page: number
  /** Of that page. */
  path: string
}

export type SiteText = {
  brand: string
  /** Two letters. */
  language: string
  passages: Passage[]
  pages: Page[]
  /** What menus and footers say, folded. */
  labels: Set<string>
}

const leastRepeats = 3
const repeatedShare = 0.4

/**
 * Puts together what the pages of a site say, without what stands on many of them: that is furniture, whatever
 * elements it is made of.
 */
export function joinSiteText({
  pages,
  brand,
  said,
}: {
  pages: Page[]
  brand: string
  said: string[]
}): SiteText {
  const repeated = findRepeated(pages)
  const foldedBrand = foldText(brand)
  const ofPages = pages.flatMap((page, index) => {
    const place = { page: index, path: page.url.pathname.toLowerCase() }
    const titles = titleParts(page.title).filter((part) => !repeated.has(foldText(part)))
    const blocks = page.blocks.filter(({ text }) => !repeated.has(foldText(text)))
    return [
      ...titles.map((text) => ({ kind: 'title' as const, text, ...place })),
      ...(page.description === '' ? [] : [{ kind: 'text' as const, text: page.description, ...place }]),
      ...blocks.map(({ kind, text }) => ({ kind, text, ...place })),
    ]
  })
  return {
    brand,
    language: pages[0]?.language?.slice(0, 2).toLowerCase() ?? 'en',
    passages: [...ofPages, ...said.map((text) => ({ kind: 'said' as const, text, page: -1, path: '' }))],
    pages,
    labels: new Set(
      pages.flatMap(({ labels }) => labels.map(foldText)).filter((label) => label !== foldedBrand),
    ),
  }
}

/** The parts of a title, of which one is mostly the name of the company. */
export function titleParts(title: string): string[] {
  return title
    .split(/\s+[-–—|·•»:]\s+|\s*[|»]\s*|:\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function findRepeated(pages: readonly Page[]): Set<string> {
  const counts = new Map<string, number>()
  for (const page of pages) {
    const said = [...page.blocks.map(({ text }) => text), ...titleParts(page.title)]
    for (const text of new Set(said.map(foldText))) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const least = Math.max(leastRepeats, Math.ceil(pages.length * repeatedShare))
  return new Set([...counts].filter(([, count]) => count >= least).map(([text]) => text))
}
