import { votesByLanguage } from '@signalpost/domain'
import type { Page } from '../crawl/page.ts'
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

const mostLetters = 12_000
/** How many times as frequent the words of another language must be. */
const clearly = 3
const leastVotes = 8
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

/** Returns the language of a site as two letters: the declared one, unless its words are clearly those of another. */
function findLanguageOf(pages: readonly Page[]): string {
  const declared = pages[0]?.language?.slice(0, 2).toLowerCase() ?? ''
  const text = pages.flatMap(({ blocks }) => blocks.map((block) => block.text)).join('\n')
  const votes = votesByLanguage(text.slice(0, mostLetters))
  const [best = ['en', 0] as const] = [...votes].sort((a, b) => b[1] - a[1])
  const isClear = best[1] >= leastVotes && best[1] >= clearly * (votes.get(declared) ?? 0)
  if (!/^[a-z]{2}$/.test(declared)) return best[1] >= leastVotes ? best[0] : 'en'
  // A declared language that is not among these is believed.
  return votes.has(declared) && isClear ? best[0] : declared
}
