import type { Page } from '../crawl/page.ts'
import { findLanguageOf } from './find-language-of.ts'
import { foldText } from './words.ts'

/** A piece of text from the site or from its owner. */
export type Passage = {
  kind: 'title' | 'heading' | 'item' | 'text' | 'said'
  text: string
  /** The index of its page; -1 for the owner's text. */
  page: number
  /** The path of its page. */
  path: string
}

export type SiteText = {
  brand: string
  /** A code of two letters. */
  language: string
  passages: Passage[]
  pages: Page[]
  /** The labels of menus and footers, folded. */
  labels: Set<string>
}

const leastRepeats = 3
const repeatedShare = 0.4

/**
 * Joins the texts of a site's pages, without those that occur on many pages: repeated text is navigation, whatever its
 * elements.
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
    language: findLanguageOf(pages),
    passages: [...ofPages, ...said.map((text) => ({ kind: 'said' as const, text, page: -1, path: '' }))],
    pages,
    labels: new Set(
      pages.flatMap(({ labels }) => labels.map(foldText)).filter((label) => label !== foldedBrand),
    ),
  }
}

/** Returns the parts of a title; one of them is usually the company's name. */
export function titleParts(title: string): string[] {
  return title
    .split(/(?<!\s)\s+(?:[-–—|·•»:]\s+|[|»]\s*)|[|»]\s*|:\s+/)
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
