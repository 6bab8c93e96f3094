import { composeText } from '@signalpost/domain'
import type { Page } from '../crawl/page.ts'
import type { Passage, SiteText } from '../text/site-text.ts'
import { partsOf, singular } from '../text/words.ts'
import { type Category, categories, otherLanguages, wordsIn } from './categories.ts'
import { definingVerbs } from './find-definition.ts'

/** A category that a site names. */
export type FoundCategory = {
  category: Category
  score: number
  /** The word that the site names it by most, as the vocabulary writes it. */
  said: string
  /** All words that the site names it by, the most said first. */
  names: readonly string[]
}

type Term = { category: Category; word: string; isName: boolean }
type Found = { firm: number; inBody: number; names: Map<string, number>; neighbours: Set<string> }
type Place = { text: string; weight: number; isBody: boolean }
type Token = { text: string; key: string }

const leastScore = 2
const mostInBody = 6
const ofNeighbour = 0.5
/** What a sentence adds that says what the company is or makes, and what one adds that says whom it is for. */
const definition = 4
const purpose = 2
const home = 1.5
const aside = 0.3
const longestTerm = 7
const longestDeclared = 1_000
const weights: Record<Passage['kind'], number> = { title: 4, heading: 2.5, item: 1, text: 1, said: 4 }
const asidePath = /\/(?:integrations?|blog|news|press|customers?|case-stud|careers?|jobs|legal|privacy|terms)/
/** Members of schema.org items that say what a product is. */
const declaring = [
  'applicationCategory',
  'applicationSubCategory',
  'category',
  'keywords',
  'description',
  'slogan',
]

const ourselves = new Set(['we', 'it', 'wir', 'nous', 'c', 'wij'])
const purposes = new Set(['for', 'für', 'pour', 'para', 'voor', 'per'])
const heads = new Set(['software', 'platform', 'tool', 'app', 'system', 'plattform', 'outil', 'plataforma'])
/** What is named after these is another's: what the product works with, or replaces. */
const others = new Set(
  `with your into from mit avec votre con su met uw je com seu tuo vostro avec depuis desde von replace replaces`.split(
    /\s+/,
  ),
)
/** Germans and Dutch write "Zeiterfassungssoftware" in one word. */
const compoundHeads = [
  'software',
  'system',
  'systeem',
  'programm',
  'programma',
  'lösung',
  'tool',
  'plattform',
  'platform',
  'app',
]

/**
 * Finds what a site sells among the categories of the vocabulary, the best first. What it declares to machines, titles,
 * headings and sentences that define it weigh more than running text. The time grows with the text: each word begins at
 * most seven terms.
 */
export function findCategories(site: SiteText): FoundCategory[] {
  const terms = termsIn(site.language)
  const brand = tokensOf(site.brand).map(({ key }) => key)
  const found = new Map<Category, Found>()
  for (const place of placesOf(site)) {
    const tokens = tokensOf(place.text)
    for (let at = 0; at < tokens.length; ) {
      const { length, meant } = longestAt(tokens, at, { terms, language: site.language })
      for (const term of meant) count(found, term, place, weightAt(tokens, at, length, { place, brand }))
      at += length
    }
  }
  return [...found]
    .map(([category, { firm, inBody, names: weighed, neighbours }]) => {
      const names = [...weighed].sort((a, b) => b[1] - a[1]).map(([name]) => name)
      const score = firm + Math.min(inBody, mostInBody) + neighbours.size * ofNeighbour
      return { category, score, said: names[0] ?? '', names }
    })
    .filter(({ score, said }) => said !== '' && score >= leastScore)
    .sort((a, b) => b.score - a.score)
}

function count(found: Map<Category, Found>, term: Term, { isBody }: Place, weight: number): void {
  const known = found.get(term.category) ?? { firm: 0, inBody: 0, names: new Map(), neighbours: new Set() }
  found.set(term.category, known)
  if (!term.isName) {
    known.neighbours.add(term.word)
    return
  }
  known.names.set(term.word, (known.names.get(term.word) ?? 0) + weight)
  if (isBody && weight <= home) known.inBody += weight
  else known.firm += weight
}

/** Returns the terms of the longest sequence that begins at a word, and its length; one word if it begins none. */
function longestAt(
  tokens: readonly Token[],
  at: number,
  { terms, language }: { terms: Map<string, Term[]>; language: string },
): { length: number; meant: Term[] } {
  for (let length = Math.min(longestTerm, tokens.length - at); length > 0; length -= 1) {
    const words = tokens.slice(at, at + length)
    const meant = terms.get(words.map(({ key }) => key).join(' '))
    // A short name in capitals is one only as it is written: a dam is no DAM.
    const written = words.map(({ text }) => text).join(' ')
    const fitting = meant?.filter(({ word }) => !isAbbreviation(word) || word === written)
    if (fitting !== undefined && fitting.length > 0) return { length, meant: fitting }
  }
  const [head] = language === 'de' || language === 'nl' ? headsOf(tokens[at]?.key ?? '') : []
  const meant = head === undefined ? undefined : (terms.get(head) ?? terms.get(head.replace(/s$/, '')))
  return { length: 1, meant: meant ?? [] }
}

function headsOf(word: string): string[] {
  return compoundHeads
    .filter((head) => word.endsWith(head) && word.length > head.length + 2)
    .map((head) => word.slice(0, -head.length))
}

/** Says how much a mention tells, by its place and by the words around it. */
function weightAt(
  tokens: readonly Token[],
  at: number,
  length: number,
  { place, brand }: { place: Place; brand: readonly string[] },
): number {
  const before = tokens.slice(Math.max(0, at - longestTerm), at).map(({ key }) => key)
  const verb = before.findLastIndex((word) => definingVerbs.has(word))
  const subject = before[verb - 1]
  const isDefined = verb > 0 && subject !== undefined && (brand.includes(subject) || ourselves.has(subject))
  if (before.slice(-2).some((word) => others.has(word)) && !isDefined) return place.weight * aside
  const [first = '', second = ''] = tokens.slice(at + length, at + length + 2).map(({ key }) => key)
  const isPurpose = purposes.has(heads.has(first) ? second : first)
  return place.weight + (isDefined ? definition : 0) + (isPurpose ? purpose : 0)
}

function placesOf({ passages, pages }: SiteText): Place[] {
  const declared = pages.flatMap((page) =>
    [...new Set(declaredBy(page))].map((text) => placeOf(text, 3, false)),
  )
  const labels = new Set(pages.flatMap((page) => page.labels))
  return [
    ...declared,
    ...Array.from(labels, (text) => placeOf(text, 1, true)),
    ...passages.map(({ kind, text, page, path }) => {
      const share = asidePath.test(path) ? aside : page === 0 ? home : 1
      return placeOf(text, weights[kind] * share, kind === 'text' || kind === 'item')
    }),
  ]
}

function placeOf(text: string, weight: number, isBody: boolean): Place {
  return { text, weight, isBody }
}

/** Returns what a page declares to machines. */
function declaredBy({ items, keywords }: Page): string[] {
  const members = items.flatMap((item) => declaring.flatMap((name) => item[name]))
  const texts = members.filter((text) => typeof text === 'string')
  return [...texts, keywords].filter((text) => text !== '').map((text) => text.slice(0, longestDeclared))
}

/** By language. One more than the languages of the vocabulary at most: any other has the English ones. */
const termsOfLanguages = new Map<string, Map<string, Term[]>>()

/** Returns the terms of a language and those of English, by their words in the form of `tokensOf`. */
function termsIn(given: string): Map<string, Term[]> {
  const language = otherLanguages.find((one) => one === given) ?? 'en'
  const known = termsOfLanguages.get(language)
  if (known !== undefined) return known
  const terms = new Map<string, Term[]>()
  termsOfLanguages.set(language, terms)
  const add = (category: Category, words: readonly string[], isName: boolean): void => {
    for (const word of words) {
      const key = tokensOf(word)
        .map((token) => token.key)
        .join(' ')
      terms.set(key, [...(terms.get(key) ?? []), { category, word, isName }])
    }
  }
  for (const category of categories) {
    if (language !== 'en') add(category, wordsIn(category, language), true)
    add(category, category.words, true)
    add(category, category.neighbours, false)
  }
  return terms
}

/** A short name of capitals, such as POS. */
export function isAbbreviation(word: string): boolean {
  return /^\p{Lu}{2,5}$/u.test(word)
}

/** The words of a text, also those that an apostrophe joins: "l'application" names an application. */
function tokensOf(text: string): Token[] {
  return partsOf(composeText(text, 'NFKC')).flatMap((part) =>
    part.flatMap((word) => {
      const [first = '', ...more] = word.text.split(/['’]/)
      if (more.length === 0) return [word]
      return [first, ...more].map((own) => ({ text: own, key: singular(own.toLowerCase()) }))
    }),
  )
}
