import type { Platform } from '@signalpost/domain'
import { getPlatform, type Topics } from '@signalpost/platforms'
import type { Page } from '../crawl/page.ts'
import { findDomain } from '../crawl/page-url.ts'
import { findNames } from '../text/find-names.ts'
import { findPains } from '../text/find-pains.ts'
import { findPhrases } from '../text/find-phrases.ts'
import { findPlaces, type Places } from '../text/find-places.ts'
import { findRivals } from '../text/find-rivals.ts'
import { findRoles } from '../text/find-roles.ts'
import { findWords } from '../text/find-words.ts'
import { joinSiteText, type SiteText } from '../text/site-text.ts'
import { saysAny } from '../text/word-sequences.ts'
import { foldText } from '../text/words.ts'
import { findBoards } from './find-boards.ts'
import { judgeQueries } from './judge-queries.ts'
import { aims, exclusionsFor, type Mode, type Objective } from './objectives.ts'
import type { Plan } from './plan.ts'

export type PlanRequest = {
  companyName: string
  objective: Objective
  sources: readonly Platform[]
  customObjective?: string | undefined
  description?: string | undefined
}

const mostKeywords = 32
const mostPhrases = 28
const mostWanted = 5
const fewKeywords = 5

/**
 * Makes a plan from the texts of a site and its owner, by text analysis alone. `pages` is empty if nothing was read.
 */
export function createPlan(request: PlanRequest, pages: Page[]): Plan {
  const { objective } = request
  const { mode } = aims[objective]
  const company = shortName(request.companyName)
  const wanted = objective === 'custom' ? (request.customObjective ?? '') : ''
  const said = [wanted, request.description ?? ''].filter((text) => text.trim() !== '')
  const site = joinSiteText({ pages, brand: company, said })
  const own = findOwn(site, request)
  const aim = findAim(mode, site, own)
  const everything = site.passages.map(({ text }) => text).join('\n')
  const exclusions = exclusionsFor({ objective, company, terms: own.keywords, everything }).filter(
    (text) => !saysAny(foldText(text), site.labels),
  )
  const topics: Topics = {
    company,
    domain: pages[0] === undefined ? undefined : findDomain(pages[0].url),
    language: site.language,
    subjects: aim.subjects,
    terms: own.keywords,
    intents: aim.intents ?? [...aims[objective].intents],
    roles: aim.roles,
    reviewed: aim.rivals.length > 0 ? aim.rivals : [...own.products, company],
    categories: aim.places.categories,
    locations: aim.places.locations,
    unwanted: exclusions.filter((text) => /^\p{L}+$/u.test(text)),
  }
  const boards = findBoards(pages)
  return {
    mode,
    objective,
    keywords: own.keywords,
    exclusions,
    queries: judgeQueries(queriesOf(request.sources, topics), boards),
    boards,
    profile: aim.profile,
    limited: pages.length === 0,
  }
}

type Own = { products: string[]; terms: string[]; keywords: string[] }

function findOwn(site: SiteText, request: PlanRequest): Own {
  const { products, strangers } = findNames(site)
  const ours = [site.brand, request.companyName, ...products]
  const names = new Set([...ours.map(foldText), ...strangers])
  const found = findPhrases(site, { without: names })
  const objective = foldText(request.objective === 'custom' ? (request.customObjective ?? '') : '')
  // The terms that also occur in the caller's objective.
  const wanted = found.filter(({ text }) => objective.includes(foldText(text))).slice(0, mostWanted)
  const phrases = [...new Set([...wanted, ...found])].slice(0, mostPhrases).map(({ text }) => text)
  const words = phrases.length < fewKeywords ? findWords(site, { without: names }).slice(0, 10) : []
  const keywords = [...new Set([...products, ...phrases, ...words])].slice(0, mostKeywords)
  const terms = [...phrases, ...words]
  return {
    products,
    terms: terms.length > 0 ? terms : [site.brand],
    keywords: keywords.length > 0 ? keywords : [site.brand],
  }
}

type Aim = {
  profile: Plan['profile']
  subjects: string[]
  /** Replaces the intents of the objective. */
  intents?: string[]
  roles: string[]
  rivals: string[]
  places: Places
}

/** Returns what the plan aims at, by mode. The first of `subjects` is the most common in posts. */
function findAim(mode: Mode, site: SiteText, own: Own): Aim {
  const roles = findRoles(site)
  const ownNames = new Set([...own.products, site.brand].map(foldText))
  const rivals = findRivals(site, { own: ownNames })
  const places = findPlaces(site, { notPlaces: new Set([...ownNames, ...rivals.map(foldText)]) })
  const found = { roles, rivals, places }
  return modes[mode]({ ...found, terms: own.terms, pains: findPains(site) })
}

type Found = { roles: string[]; rivals: string[]; places: Places; terms: string[]; pains: string[] }

const modes: Record<Mode, (found: Found) => Aim> = {
  market: ({ terms, roles, rivals, places }) => ({
    profile: { targetRoles: roles },
    subjects: terms,
    roles,
    rivals,
    places,
  }),
  places: ({ terms, roles, rivals, places }) => {
    // A site that names no kind of place is searched by its own words.
    const categories = places.categories.length > 0 ? places.categories : terms.slice(0, 3)
    return {
      profile: { categories, locations: places.locations },
      subjects: [...new Set([...categories, ...terms])],
      roles,
      rivals,
      places: { ...places, categories },
    }
  },
  rivals: ({ terms, roles, rivals, places, pains }) => {
    // A site that names no rival is compared with other providers of what it does.
    const named = rivals.length > 0 ? rivals : terms.slice(0, 3).map((term) => `${term} provider`)
    return {
      profile: { rivals: named, painVocabulary: pains },
      subjects: named,
      intents: pains,
      roles,
      rivals: named,
      places,
    }
  },
}

function queriesOf(platforms: readonly Platform[], topics: Topics): { source: Platform; query: string }[] {
  return platforms.flatMap((platform) => {
    const queries = new Set(getPlatform(platform).queries(topics))
    return [...queries].map((query) => ({ source: platform, query }))
  })
}

/** Returns a name as people say it, without the company's legal form. */
function shortName(name: string): string {
  const short = name
    .trim()
    .replace(
      /(?<![\s,])[\s,]+(?:inc|ltd|llc|limited|gmbh|ag|se|corp(?:oration)?|co|plc|b\.?v|s\.?a\.?s?|s\.?r\.?l|oy|ab|as|aps|kg|pty)\.?$/i,
      '',
    )
  return short === '' ? name.trim() : short
}
