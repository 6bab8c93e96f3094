import type { Platform } from '@signalpost/domain'
import { getPlatform, type Topics } from '@signalpost/platforms'
import type { Page } from '../crawl/page.ts'
import { findDomain } from '../crawl/page-url.ts'
import { anyComplaint, findPains } from '../text/find-pains.ts'
import { findPlaces, type Places } from '../text/find-places.ts'
import { findRivals } from '../text/find-rivals.ts'
import { findRoles } from '../text/find-roles.ts'
import { joinSiteText, type SiteText } from '../text/site-text.ts'
import { uniqueTexts } from '../text/unique-texts.ts'
import { saysAny } from '../text/word-sequences.ts'
import { foldText } from '../text/words.ts'
import { findAccounts, findBoards } from './find-boards.ts'
import { findOwn, mostKeywords, type Own } from './find-own.ts'
import { judgeQueries } from './judge-queries.ts'
import { findLanguage, intentsIn, leavingPhrases } from './languages.ts'
import { aims, exclusionsFor, type Mode, type Objective } from './objectives.ts'
import type { Plan } from './plan.ts'

export type PlanRequest = {
  companyName: string
  objective: Objective
  sources: readonly Platform[]
  customObjective?: string | undefined
  description?: string | undefined
}

/** How many rivals get queries of their own. */
const mostLeft = 3
/** How many keywords may be what people write who leave a rival. */
const mostLeaving = 18
/** How many of its own keywords come before the names of rivals. */
const mostLeading = 8

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
  const own = findOwn(site, { companyName: request.companyName, wanted })
  const aim = findAim(mode, site, own)
  const names = { company, domain: pages[0] === undefined ? undefined : findDomain(pages[0].url) }
  const languages = findLanguage(site.language) === undefined ? [site.language] : [site.language, 'en']
  const local = findLanguage(site.language)?.jobAds ?? []
  const exclusions = exclusionsFor({
    ...{ objective, company, jobAds: local, terms: [...own.keywords, ...own.inEnglish, wanted] },
    everything: site.passages.map(({ text }) => text).join('\n'),
  }).filter((text) => !saysAny(foldText(text), site.labels))
  const asksOfRivals = mode !== 'places' && objective !== 'find_partnerships'
  const rivals = asksOfRivals ? aim.found.rivals.slice(0, mostLeft) : []
  const topics = languages.map((language): Topics => {
    const { subjects, intents = intentsIn(language, objective) } = aim.in(language)
    const excluded =
      language === site.language ? exclusions : exclusions.filter((text) => !local.includes(text))
    return {
      ...{ ...names, language, subjects, intents, terms: own.keywords },
      ...{ roles: aim.found.roles, categories: aim.categories, locations: aim.found.places.locations },
      rivals: language === site.language ? rivals : [],
      leaving: leavingPhrases(rivals, language),
      reviewed: aim.reviewed.length > 0 ? aim.reviewed : [...own.products, company],
      unwanted: excluded.filter((text) => /^\p{L}+$/u.test(text)),
    }
  })
  const boards = findBoards(pages, names)
  const queries = queriesOf(request.sources, { topics, accounts: findAccounts(pages, names) })
  // A post that a query for those who leave a rival finds must have a keyword, too.
  const leaving = mode === 'market' ? topics.flatMap((one) => one.leaving).slice(0, mostLeaving) : []
  // The first half of the keywords says what a post is about.
  const withNames = [
    ...own.keywords.slice(0, mostLeading),
    ...(mode === 'market' ? rivals : []),
    ...own.keywords.slice(mostLeading),
  ]
  return {
    mode,
    objective,
    keywords: uniqueTexts([...withNames.slice(0, mostKeywords - leaving.length), ...leaving]),
    exclusions,
    queries: judgeQueries(queries, boards),
    boards,
    profile: aim.profile,
    limited: pages.length === 0,
  }
}

type Found = { roles: string[]; rivals: string[]; places: Places }

type Aim = {
  profile: Plan['profile']
  /** What posts are about in a language, the most common first, and what replaces the intents of the objective. */
  in: (language: string) => { subjects: string[]; intents?: string[] }
  /** Products and companies whose reviews are worth finding. */
  reviewed: string[]
  categories: string[]
  found: Found
}

/** Returns what the plan aims at, by mode. */
function findAim(mode: Mode, site: SiteText, own: Own): Aim {
  // A shift planner is what is sold, not who buys it.
  const sold = new Set([...own.terms, ...own.inEnglish].map(foldText))
  const roles = findRoles(site).filter((role) => !sold.has(foldText(role)))
  const ownNames = new Set([...own.products, site.brand].map(foldText))
  const rivals = findRivals(site, { own: ownNames })
  const places = findPlaces(site, { notPlaces: new Set([...ownNames, ...rivals.map(foldText)]) })
  const termsIn = (language: string): string[] => (language === site.language ? own.terms : own.inEnglish)
  return modes[mode]({ roles, rivals, places }, { site, termsIn })
}

type Terms = { site: SiteText; termsIn: (language: string) => string[] }

const modes: Record<Mode, (found: Found, terms: Terms) => Aim> = {
  market: (found, { termsIn }) => ({
    profile: { targetRoles: found.roles },
    in: (language) => ({ subjects: termsIn(language) }),
    reviewed: found.rivals,
    categories: found.places.categories,
    found,
  }),
  places: (found, { site, termsIn }) => {
    const { categories: named, locations } = found.places
    // A site that names no kind of place is searched by its own words.
    const categories = named.length > 0 ? named : termsIn(site.language).slice(0, 3)
    return {
      profile: { categories, locations },
      in: (language) => ({ subjects: uniqueTexts([...categories, ...termsIn(language)]) }),
      ...{ reviewed: found.rivals, categories, found },
    }
  },
  rivals: (found, { site, termsIn }) => {
    // A site that names no rival is compared with other providers of what it does.
    const terms = termsIn(site.language).slice(0, 3)
    const rivals = found.rivals.length > 0 ? found.rivals : terms.map((term) => `${term} provider`)
    const promised = findPains(site)
    const complaintsIn = (language: string): readonly string[] =>
      findLanguage(language)?.complaints ?? anyComplaint
    const pains = uniqueTexts([...promised, ...complaintsIn(site.language), ...anyComplaint])
    return {
      profile: { rivals, painVocabulary: pains },
      in: (language) => ({
        subjects: rivals,
        intents: uniqueTexts([...promised, ...complaintsIn(language)]),
      }),
      ...{ reviewed: rivals, categories: found.places.categories, found },
    }
  },
}

function queriesOf(
  platforms: readonly Platform[],
  { topics, accounts }: { topics: readonly Topics[]; accounts: ReadonlyMap<Platform, string> },
): { source: Platform; query: string }[] {
  return platforms.flatMap((source) => {
    const { queries } = getPlatform(source)
    // A site without a category has no subjects in English.
    const known = topics.filter(({ subjects }) => subjects.length > 0)
    const asked = known.flatMap((one) => queries({ ...one, account: accounts.get(source) }))
    return [...new Set(asked)].map((query) => ({ source, query }))
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
