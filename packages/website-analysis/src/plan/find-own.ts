import { findNames } from '../text/find-names.ts'
import { findPhrases } from '../text/find-phrases.ts'
import { findWords } from '../text/find-words.ts'
import { isAudience } from '../text/is-audience.ts'
import type { SiteText } from '../text/site-text.ts'
import { uniqueTexts } from '../text/unique-texts.ts'
import { foldText } from '../text/words.ts'
import { type FoundCategory, findCategories } from '../vocabulary/find-categories.ts'
import { findDefinition } from '../vocabulary/find-definition.ts'
import { englishOf, leadsOf, synonymsOf } from '../vocabulary/name-category.ts'

export const mostKeywords = 38
const mostPhrases = 28
const mostWanted = 5
const fewPhrases = 5
const mostWords = 10
/** From so many letters on, a German word is a compound. */
const longWord = 12
/** The score from which a category alone says what is sold. */
const sureScore = 8
/** A second category counts if it has this share of the first one's score. */
const shareOfSecond = 0.6

/** What a company sells, in its words and in those of buyers. */
export type Own = {
  products: string[]
  /** Products and terms, the category's words first. */
  keywords: string[]
  /** In the site's language, the category's words first; at least one. */
  terms: string[]
  /** The category's words in English. */
  inEnglish: string[]
}

/** `wanted` is what the caller asks for in their own words. */
export function findOwn(
  site: SiteText,
  { companyName, wanted }: { companyName: string; wanted: string },
): Own {
  const { language } = site
  const { products: names, strangers } = findNames(site)
  const [best, ...rest] = findCategories(site)
  const leads = leadsIn(site, best, rest)
  const products = names.filter((name) => !leads.some((lead) => foldText(lead) === foldText(name)))
  const without = new Set([...[site.brand, companyName, ...products].map(foldText), ...strangers])
  const found = findPhrases(site, { without })
  const asked = found.filter(({ text }) => foldText(wanted).includes(foldText(text))).slice(0, mostWanted)
  // Whom it is sold to is no keyword: it would find everything that they ever say.
  const sold = found.filter(({ text }) => !isAudience(text)).slice(0, mostPhrases)
  const words = sold.length >= fewPhrases ? [] : wordsAlone(site, { without, isNamed: leads.length > 0 })
  const synonyms = best === undefined ? [] : synonymsOf(best, language)
  const phrases = [...asked, ...sold].map(({ text }) => text)
  const keywords = uniqueTexts([
    ...[...leads, ...products, ...asked.map(({ text }) => text)],
    ...[...synonyms, ...phrases.flatMap(withBare), ...words],
    ...[...leads, ...synonyms].flatMap(withObject),
  ])
  const terms = uniqueTexts([...leads, ...synonyms, ...phrases.flatMap(withBare), ...words])
  return {
    products,
    keywords: keywords.length > 0 ? keywords.slice(0, mostKeywords) : [site.brand],
    terms: terms.length > 0 ? terms : [site.brand],
    inEnglish: best === undefined ? [] : englishOf(best),
  }
}

/** Buyers of "restaurant inventory software" write of restaurant inventory, those of "Kubernetes cost monitoring" of Kubernetes cost. */
function withBare(term: string): string[] {
  const words = term.split(' ')
  return words.length > 2 &&
    /^(?:software|system|platform|tool|app|monitoring|management|optimi[sz]ation)$/.test(words.at(-1) ?? '')
    ? [term, words.slice(0, -1).join(' ')]
    : [term]
}

/** Who wants "shift planning" plans shifts, and "time tracking" is what tracks time: the judge finds each form of a word. */
function withObject(term: string): string[] {
  const [object = '', verb = '', ...more] = term.split(' ')
  return more.length === 0 && /^[a-z]{3,}$/.test(object) && /^[a-z]{3,}ing$/.test(verb)
    ? [`${verb} ${object}`]
    : []
}

/** German writes its terms in one word. Elsewhere a single word of a short text is mostly noise beside a category. */
function wordsAlone(
  site: SiteText,
  { without, isNamed }: { without: Set<string>; isNamed: boolean },
): string[] {
  if (isNamed && site.language !== 'de') return []
  const least = isNamed ? longWord : 0
  return findWords(site, { without })
    .filter((word) => word.length >= least && !isAudience(word))
    .slice(0, mostWords)
}

function leadsIn(site: SiteText, best: FoundCategory | undefined, rest: readonly FoundCategory[]): string[] {
  const definition = best === undefined || best.score < sureScore ? findDefinition(site) : undefined
  const second = rest.find(({ score }) => best !== undefined && score >= best.score * shareOfSecond)
  return uniqueTexts([
    ...(definition === undefined ? [] : [definition]),
    ...(best === undefined ? [] : leadsOf(best, site.language)),
    ...(second === undefined ? [] : [second.said]),
  ])
}
