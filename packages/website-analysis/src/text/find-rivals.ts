import type { SiteText } from './site-text.ts'
import { isStopWord } from './stop-words.ts'
import { foldText } from './words.ts'

const mostRivals = 12
/** In a slug. Empty words would make the pattern exponential. */
const mostWords = 8
const longestWord = 40
/** No word is longer (`tidyText`): with a bound, a run of capitals is not read to its end from each of them. */
const capital = '\\p{Lu}[\\p{L}\\p{N}+&.-]{0,60}[\\p{L}\\p{N}+]'
/** What was made to be a name, in small letters: 7shifts, ready2order, sevDesk, monday.com. */
const coined =
  '\\p{N}{1,3}\\p{L}{3,40}|\\p{Ll}{1,30}\\p{N}\\p{L}{1,30}|\\p{Ll}{1,12}\\p{Lu}[\\p{L}\\p{N}]{1,40}|[\\p{Ll}\\p{N}-]{2,30}\\.(?:com|io|ai|app)'

/** "Bank of America" is one name. In Dutch, where "of" divides two, it is parted below. */
const name = `(?<![\\p{L}\\p{N}])(?:${capital}|${coined})(?:\\s(?:of\\s)?\\p{Lu}[\\p{L}\\p{N}+&-]{0,60}){0,2}`
const conjunction = '(?:and|or|und|oder|et|ou|y|o|en|e)'
const list = `(${name}(?:(?:,\\s*|,?\\s+${conjunction}\\s+)${name})*)`
const between = new RegExp(`(?:,|(?<!\\s))\\s+${conjunction}\\s+|,\\s*`)
const betweenInDutch = /(?:,|(?<!\s))\s+(?:and|or|et|en|of)\s+|,\s*/
/** Patterns that compare a name with the company's own. Keywords list both cases because names need their capital. */
const comparing: readonly [RegExp, number][] = [
  [new RegExp(`\\b(?:[Vv]s\\.?|[Vv]ersus)\\s+${list}`, 'gu'), 4],
  [new RegExp(`\\b[Aa]lternatives?\\s+to\\s+${list}`, 'gu'), 4],
  [
    new RegExp(
      `\\b(?:[Cc]ompar(?:ed?|ing|ison)\\s+(?:(?:\\p{L}{1,20}\\s+)?with|to)|[Ss]witch(?:ed|ing)?\\s+(?:over\\s+)?from|[Mm]igrat(?:e|ed|ing)\\s+from|[Mm]oved\\s+from|[Uu]nlike|[Rr]eplac(?:e|ed|es|ing)|[Ii]nstead\\s+of|[Cc]ompetitors?\\s+(?:like|such\\s+as)|[Cc]ompetes?\\s+with|[Rr]ivals?\\s+(?:like|such\\s+as))\\s+${list}`,
      'gu',
    ),
    3,
  ],
  // Leaving, in English and in the other languages of plans.
  [
    new RegExp(
      `\\b(?:[Mm]ov(?:e|ing)\\s+(?:off|away from)|[Cc](?:oming|ame)\\s+from|[Ll]eav(?:e|ing)|[Ww]echsel\\s+von|[Uu]mstieg\\s+von|[Qq]uitte[zr]|[Oo]verstappen\\s+van|[Cc]ambi(?:a|ar)\\s+de|[Mm]igr(?:a|ar)\\s+de|[Pp]assa(?:re)?\\s+da|[Ss]a(?:ia|ir)\\s+do)\\s+${list}`,
      'gu',
    ),
    3,
  ],
  [new RegExp(`\\b[Aa]lternati(?:ve|va|ef)\\s+(?:zu|à|a|al|ao|para|voor)\\s+${list}`, 'gu'), 4],
  [new RegExp(`(${name})\\s+(?:[Aa]lternatives?|[Cc]ompetitors?)\\b`, 'gu'), 3],
  [new RegExp(`(${name})\\s+(?:[Vv]s\\.?|[Vv]ersus)\\s`, 'gu'), 3],
]

/** German nouns have a capital, so a word without one that stands as a noun and is not inflected is a name: "Alternative zu orderbird". */
const small = '(?!\\p{L}*(?:e[nmr])(?!\\p{L}))\\p{Ll}[\\p{Ll}\\p{N}-]{3,30}'
const smallNames: readonly [RegExp, number] = [
  new RegExp(
    `\\b(?:[Aa]lternativen?\\s+zu|[Ww]echsel\\s+von|[Uu]mstieg\\s+von)\\s+(${small}(?:(?:,\\s*|\\s+(?:und|oder)\\s+)${small})*)(?![\\p{L}\\p{N}-])(?!\\s+\\p{Lu})`,
    'gu',
  ),
  3,
]
const rivalPath =
  /\/(?:compare|comparison|vs|versus|alternatives?)\/([a-z0-9-]{1,500})\/?$|\/(?:[a-z0-9-]{1,500}-)?vs-([a-z0-9-]{1,500})\/?$|\/([a-z0-9-]{1,500})-alternatives?\/?$/

/** People leave these for a product, and do not ask for alternatives to them. */
const noRivals = /^(?:excel|google sheets|sheets|spreadsheets?|tabellen|papier|paper|word|whatsapp|outlook)$/

/** Finds the names that a site compares itself with, the most frequent first. */
export function findRivals(site: SiteText, { own }: { own: Set<string> }): string[] {
  const counts = new Map<string, { writing: string; count: number }>()
  const add = (given: string, count: number): void => {
    // The judge knows names by their capital or digit.
    const writing = /[\p{Lu}\p{N}]/u.test(given) ? given : given.charAt(0).toUpperCase() + given.slice(1)
    const key = foldText(writing)
    const isOwn = [...own].some((one) => one !== '' && ` ${key} `.includes(` ${one} `))
    if (
      isOwn ||
      noRivals.test(key) ||
      key.length < 2 ||
      (isStopWord(key.split(' ')[0] ?? '', site.language) && !/\.\p{L}/u.test(writing))
    )
      return
    const known = counts.get(key) ?? { writing, count: 0 }
    counts.set(key, { ...known, count: known.count + count })
  }
  const patterns = site.language === 'de' ? [...comparing, smallNames] : comparing
  const parting = site.language === 'nl' ? betweenInDutch : between
  const labels = new Set(site.pages.flatMap((page) => page.labels))
  const texts = [...site.passages, ...Array.from(labels, (text) => ({ text, kind: 'item' }))]
  for (const { text, kind } of texts) {
    for (const [pattern, weight] of patterns) {
      for (const [, names = ''] of text.matchAll(pattern)) {
        for (const one of names.split(parting)) add(one, kind === 'said' ? weight * 3 : weight)
      }
    }
  }
  for (const slug of slugsOf(site)) add(writingOf(slug, site), 2)
  const ranked = withoutMakers(counts).sort((a, b) => b.count - a.count)
  return ranked.map(({ writing }) => writing).slice(0, mostRivals)
}

/** A site that says "Copilot" for "GitHub Copilot" speaks as those who leave it do: the short name finds both. */
function withoutMakers(counts: ReadonlyMap<string, { writing: string; count: number }>) {
  const ofLonger = new Map<string, number>()
  const shortest = [...counts].filter(([key, { count }]) => {
    const words = key.split(' ')
    const ends = words.map((_word, at) => words.slice(at + 1).join(' ')).filter((end) => counts.has(end))
    for (const end of ends) ofLonger.set(end, (ofLonger.get(end) ?? 0) + count)
    return ends.length === 0
  })
  return shortest.map(([key, one]) => ({ ...one, count: one.count + (ofLonger.get(key) ?? 0) }))
}

/** Returns the names in addresses of comparison pages. */
function slugsOf({ pages }: SiteText): string[] {
  const addresses = [
    ...pages.map(({ url }) => url),
    ...pages.flatMap(({ links }) => links.map(({ url }) => url)),
  ]
  const slugs = addresses.flatMap(({ pathname }) => {
    const [, ...found] = rivalPath.exec(pathname.toLowerCase().replace(/\.\w+$/, '')) ?? []
    return found.filter((one) => one !== undefined)
  })
  return [...new Set(slugs)].slice(0, mostRivals * 2)
}

/** Returns part of a path as the text spells it; empty if it has no words. */
function writingOf(slug: string, { passages }: SiteText): string {
  const words = slug
    .split(/-+/)
    .map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, '').slice(0, longestWord))
    .filter((word) => word !== '')
    .slice(0, mostWords)
  if (words.length === 0) return ''
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${words.join('[\\s-]?')}(?![\\p{L}\\p{N}])`, 'iu')
  for (const { text } of passages) {
    const found = pattern.exec(text)?.[0]
    if (found !== undefined && found !== found.toLowerCase()) return found
  }
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
