import type { Page } from '../crawl/page.ts'
import { type SiteText, titleParts } from './site-text.ts'
import { isPlainWord, isStopWord } from './stop-words.ts'
import { sequencesOf } from './word-sequences.ts'
import { foldText, isCapitalised, partsOf, singular, type Word } from './words.ts'

const mostProducts = 8
const longestName = 4
const productTypes =
  /^(?:Product|SoftwareApplication|WebApplication|MobileApplication|ProductModel|ProductGroup|Vehicle|Drug)$/
const productPath =
  /\/(products?|produkte?|produits?|productos?|platform|software|apps?|modules?|solutions?)\/([^/]+?)(?:\.\w+)?\/?$/
const otherPath =
  /\/(?:customers?|clients?|case-stud\w*|stories|references?|about|team|company|press|news|blog)(?:\/|$)/
const leastMentions = 3
/** The score from which a name counts as a product. */
const enough = 3
const certain = 6

export type Names = {
  /** The names of the company's products. */
  products: string[]
  /** Customers, people and places of case studies, folded. */
  strangers: string[]
}

type Mentions = { writing: string; count: number; pages: Set<number>; ofOthers: number; atStart: number }

/**
 * Finds the names of products: in schema.org items, in the titles of product pages, and names that recur within
 * sentences and in headings, unlike names of customers and places.
 */
export function findNames(site: SiteText): Names {
  const brand = foldText(site.brand)
  const mentions = countMentions(site)
  const lowerWords = collectLowerWords(site)
  const nameOf = (text: string): string =>
    withoutBrand(text.replaceAll(/[™®©]/g, '').trim(), site.brand, mentions)
  const scores = new Map<string, { writing: string; score: number }>()
  const add = (text: string, score: number): void => {
    const writing = nameOf(text)
    const key = foldText(writing)
    const words = key.split(' ')
    if (key === '' || key === brand || words.length > longestName || writing.length > 60) return
    if (words.every((word) => isStopWord(word, site.language))) return
    const known = scores.get(key) ?? { writing, score: 0 }
    scores.set(key, { ...known, score: known.score + score })
  }

  for (const name of itemNames(site.pages)) add(name, certain)
  for (const page of site.pages) {
    const [, folder, slug] = productPath.exec(page.url.pathname.toLowerCase()) ?? []
    if (slug === undefined) continue
    for (const name of new Set(calledOf(page).map(nameOf))) {
      const isNamed = mentions.has(foldText(name))
      const joined = foldText(name).replaceAll(' ', '')
      const isSlug = [joined, joined.replace(brand.replaceAll(' ', ''), '')].includes(
        slug.replaceAll(/[-_]/g, ''),
      )
      // A solution is usually named after a kind of customer.
      if (isSlug && !folder?.startsWith('solution')) add(name, isNamed ? certain : enough)
      else if (isNamed && foldText(name).split(' ').length <= 2) add(name, enough - 1)
    }
  }
  const headings = site.passages.filter(({ kind }) => kind === 'heading' || kind === 'title')
  const headed = new Set(headings.map(({ text }) => foldText(nameOf(text))))
  const inHeadings = new Set<string>()
  for (const text of headed) {
    for (const sequence of sequencesOf(text)) if (mentions.has(sequence)) inHeadings.add(sequence)
  }
  for (const [key, mention] of mentions) {
    const { writing, count, pages, atStart } = mention
    const saysLittle = lowerWords.has(key) || isPlainWord(singular(key))
    if (isOfOthers(mention) || saysLittle || !inHeadings.has(key)) continue
    const isUsed = count >= leastMentions && pages.size >= 2 && atStart < count
    if (isUsed) add(writing, isCoined(writing) || headed.has(key) ? enough + 1 : enough - 1)
    else if (headed.has(key) && count >= 2) add(writing, enough)
  }

  const ranked = [...scores].sort((a, b) => b[1].score - a[1].score)
  const chosen = ranked.filter(([, { score }]) => score >= enough).slice(0, mostProducts)
  const products = chosen.map(([, { writing }]) => writing)
  const strangers = [...mentions].filter(([key, mention]) => {
    const isName = mention.atStart < mention.count && !lowerWords.has(key) && !isAbbreviation(mention.writing)
    return isName && isOfOthers(mention) && !scores.has(key)
  })
  return { products, strangers: strangers.map(([key]) => key) }
}

/** Whether a name occurs mostly where the site writes about its customers and about itself. */
function isOfOthers({ count, ofOthers }: Mentions): boolean {
  return ofOthers > 0 && count <= ofOthers * 2
}

function itemNames(pages: readonly Page[]): string[] {
  return pages
    .flatMap(({ items }) => items)
    .filter((item) =>
      [item['@type']].flat().some((type) => typeof type === 'string' && productTypes.test(type)),
    )
    .flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
}

/** Returns the name of a page: its title and its first heading, up to where an explanation begins. */
function calledOf({ title, blocks }: Page): string[] {
  const heading = blocks.find(({ kind, level }) => kind === 'heading' && level === 1)?.text
  return [
    ...titleParts(title).slice(0, 2),
    ...(heading === undefined ? [] : [heading, ...titleParts(heading)]),
  ]
}

/** Counts names within running text, where a capital means something. */
function countMentions({ passages, language }: SiteText): Map<string, Mentions> {
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
        const writing = text.slice(name[0]?.start, name.at(-1)?.end).replace(/['’]s$/, '')
        const key = foldText(writing)
        const known = mentions.get(key) ?? { writing, count: 0, pages: new Set(), ofOthers: 0, atStart: 0 }
        mentions.set(key, known)
        known.count += 1
        known.pages.add(page)
        known.ofOthers += otherPath.test(path) ? 1 : 0
        known.atStart += name[0] === words[0] ? 1 : 0
      }
    }
  }
  return mentions
}

/** Every German noun looks like a name; only coined names can be recognised. */
function germanMentions(texts: readonly string[], mentions: Map<string, Mentions>): Map<string, Mentions> {
  for (const [page, text] of texts.entries()) {
    for (const [writing] of text.matchAll(/\b\p{Lu}\p{Ll}+\p{Lu}[\p{L}\p{N}]+\b/gu)) {
      const key = foldText(writing)
      const known = mentions.get(key) ?? { writing, count: 0, pages: new Set(), ofOthers: 0, atStart: 0 }
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

/** A word that also occurs in lower case is no name. */
function collectLowerWords({ passages }: SiteText): Set<string> {
  const lower = new Set<string>()
  for (const { text } of passages) {
    for (const [word] of text.matchAll(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{N}]*/gu)) lower.add(word)
  }
  return lower
}

/** "Acme FlowDesk" becomes FlowDesk. "Acme Flow" becomes Flow only if the text also calls it that. */
function withoutBrand(name: string, brand: string, mentions: Map<string, Mentions>): string {
  if (!foldText(name).startsWith(`${foldText(brand)} `)) return name
  const rest = name.slice(brand.length).trim()
  const alone = mentions.get(foldText(rest))?.count ?? 0
  const together = mentions.get(foldText(name))?.count ?? 0
  return isCoined(rest) || alone > together ? rest : name
}

/** Whether a word was made to be a name: it has capitals inside, or a digit. */
function isCoined(name: string): boolean {
  return /\p{Ll}\p{Lu}|^\p{Lu}{2,}\p{Ll}|\p{L}\d/u.test(name)
}

function isAbbreviation(name: string): boolean {
  return /^[\p{Lu}\p{N}]+$/u.test(name)
}
