import type { Page } from '../crawl/page.ts'
import { type SiteText, titleParts } from './site-text.ts'
import { isStopWord } from './stop-words.ts'
import { foldText, isCapitalised, partsOf, type Word } from './words.ts'

const mostProducts = 8
const longestName = 4
const productTypes =
  /^(?:Product|SoftwareApplication|WebApplication|MobileApplication|ProductModel|ProductGroup|Vehicle|Drug)$/
const productPath =
  /\/(?:products?|produkte?|produits?|productos?|platform|software|solutions?|apps?|modules?)\/([^/]+)\/?$/
const otherPath =
  /\/(?:customers?|clients?|case-stud\w*|stories|references?|about|team|company|press|news|blog)(?:\/|$)/
const leastMentions = 3

export type Names = {
  /** What the company sells, by name. */
  products: string[]
  /** Every other name that the site uses again and again: customers, places, people, rivals. */
  others: string[]
}

type Mentions = { writing: string; count: number; pages: Set<number>; ofOthers: number; atBreak: number }

/**
 * The names of products: what schema.org items say, what pages of products are called, and names that stand again
 * and again inside of sentences and in headings, where a name of a customer or a place does not.
 */
export function findNames(site: SiteText): Names {
  const brand = foldText(site.brand)
  const mentions = countMentions(site)
  const lowerWords = countLowerWords(site)
  const scores = new Map<string, { writing: string; score: number }>()
  const add = (name: string, score: number): void => {
    const writing = withoutBrand(name.replaceAll(/[™®©]/g, '').trim(), site.brand)
    const key = foldText(writing)
    const words = key.split(' ')
    if (key === '' || key === brand || words.length > longestName || writing.length > 60) return
    if (words.every((word) => isStopWord(word, site.language))) return
    const known = scores.get(key) ?? { writing, score: 0 }
    scores.set(key, { ...known, score: known.score + score })
  }

  for (const name of itemNames(site.pages)) add(name, 6)
  for (const page of site.pages) {
    const slug = productPath.exec(page.url.pathname.toLowerCase())?.[1]
    if (slug === undefined) continue
    for (const name of calledOf(page)) {
      const isNamed = mentions.has(foldText(withoutBrand(name, site.brand)))
      if (
        foldText(name) === foldText(slug) ||
        foldText(name).replaceAll(' ', '') === slug.replaceAll(/[-_]/g, '')
      ) {
        add(name, isNamed ? 6 : 3)
      } else if (isNamed && foldText(name).split(' ').length <= 2) add(name, 2)
    }
  }
  const headings = site.passages.filter(({ kind }) => kind === 'heading' || kind === 'title')
  const headingText = ` ${headings.map(({ text }) => foldText(text)).join(' | ')} `
  for (const [key, { writing, count, pages, ofOthers, atBreak }] of mentions) {
    const isOfOthers = ofOthers > 0 && count <= ofOthers * 2
    if (count < leastMentions || pages.size < 2 || isOfOthers || lowerWords.has(key)) continue
    const isHeading = headingText.includes(` ${key} `)
    const isCoined = /\p{Ll}\p{Lu}|^\p{Lu}{2,}\p{Ll}|\d/u.test(writing)
    if (isHeading && atBreak < count) add(writing, isCoined ? 4 : 2)
  }

  const ranked = [...scores].sort((a, b) => b[1].score - a[1].score)
  const products = ranked.filter(([, { score }]) => score >= 3).slice(0, mostProducts)
  const productKeys = new Set(products.map(([key]) => key))
  const others = [...mentions].filter(
    ([key, { count }]) => !productKeys.has(key) && key !== brand && count >= 2,
  )
  return {
    products: products.map(([, { writing }]) => writing),
    others: others.sort((a, b) => b[1].count - a[1].count).map(([, { writing }]) => writing),
  }
}

function itemNames(pages: readonly Page[]): string[] {
  return pages
    .flatMap(({ items }) => items)
    .filter((item) =>
      [item['@type']].flat().some((type) => typeof type === 'string' && productTypes.test(type)),
    )
    .flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
}

/** What a page is called: by its title and its first heading, up to where an explanation begins. */
function calledOf({ title, blocks }: Page): string[] {
  const heading = blocks.find(({ kind, level }) => kind === 'heading' && level === 1)?.text
  return [
    ...titleParts(title).slice(0, 2),
    ...(heading === undefined ? [] : [heading, ...titleParts(heading)]),
  ]
}

/** Names inside of running text, where a capital says something. */
function countMentions({ passages, language, brand }: SiteText): Map<string, Mentions> {
  const mentions = new Map<string, Mentions>()
  if (language === 'de')
    return germanMentions(
      passages.map(({ text }) => text),
      mentions,
    )
  for (const { kind, text, page, path } of passages) {
    if (kind !== 'text' && kind !== 'said' && kind !== 'item') continue
    for (const words of partsOf(text)) {
      for (const name of namesIn(words, language)) {
        const writing = withoutBrand(
          text.slice(name[0]?.start, name.at(-1)?.end).replace(/['’]s$/, ''),
          brand,
        )
        const key = foldText(writing)
        const known = mentions.get(key) ?? { writing, count: 0, pages: new Set(), ofOthers: 0, atBreak: 0 }
        mentions.set(key, known)
        known.count += 1
        known.pages.add(page)
        known.ofOthers += otherPath.test(path) ? 1 : 0
        known.atBreak += name[0] === words[0] ? 1 : 0
      }
    }
  }
  return mentions
}

/** German nouns all look like names; only coined ones can be told. */
function germanMentions(texts: readonly string[], mentions: Map<string, Mentions>): Map<string, Mentions> {
  for (const [page, text] of texts.entries()) {
    for (const [writing] of text.matchAll(/\b\p{Lu}\p{Ll}+\p{Lu}[\p{L}\p{N}]+\b/gu)) {
      const key = foldText(writing)
      const known = mentions.get(key) ?? { writing, count: 0, pages: new Set(), ofOthers: 0, atBreak: 0 }
      mentions.set(key, { ...known, count: known.count + 1, pages: known.pages.add(page) })
    }
  }
  return mentions
}

function* namesIn(words: readonly Word[], language: string): Generator<Word[]> {
  let name: Word[] = []
  for (const word of words) {
    const isPart = isCapitalised(word.text) && !isStopWord(word.text.toLowerCase(), language)
    if (isPart) name.push(word)
    else if (name.length > 0) {
      if (name.length <= longestName) yield name
      name = []
    }
  }
  if (name.length > 0 && name.length <= longestName) yield name
}

/** Words that also stand in lower case are words, not names. */
function countLowerWords({ passages }: SiteText): Set<string> {
  const lower = new Set<string>()
  for (const { text } of passages) {
    for (const [word] of text.matchAll(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{N}]*/gu)) lower.add(word)
  }
  return lower
}

/** "Acme Flow" is Flow of Acme where it is called so; by itself a short word says too little. */
function withoutBrand(name: string, brand: string): string {
  const isBranded = foldText(name).startsWith(`${foldText(brand)} `)
  const rest = isBranded ? name.slice(brand.length).trim() : name
  return rest.length >= 5 ? rest : name
}
