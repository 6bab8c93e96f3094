import type { SiteText } from './site-text.ts'
import { isStopWord } from './stop-words.ts'
import { foldText, partsOf, type Word } from './words.ts'

const mostCategories = 12
const mostLocations = 12

/** Kinds of places as maps and directories name them. */
const categories =
  `accounting firm|airport|apartment complex|art gallery|auto repair shop|bakery|bank|bar|barber shop|beauty salon|
  bookstore|brewery|butcher|cafe|campground|car dealer|car rental|car wash|care home|caterer|cinema|clinic|clothing store|
  coffee shop|construction company|convenience store|coworking space|dairy|daycare|deli|dental clinic|dentist|department store|
  doctor|dry cleaner|electrician|event venue|farm|fitness studio|florist|food truck|funeral home|furniture store|garden centre|
  gas station|general contractor|golf course|greengrocer|grocery store|guest house|gym|hair salon|hardware store|
  hospital|hostel|hotel|ice cream shop|insurance agency|jewellery store|kindergarten|laboratory|landscaper|laundry|law firm|
  library|liquor store|logistics company|massage studio|medical practice|motel|museum|nail salon|nightclub|nursery|nursing home|
  optician|pet shop|pharmacy|photographer|physiotherapist|pizzeria|plumber|pub|real estate agency|resort|restaurant|
  retail store|roofing contractor|school|self storage|shopping mall|spa|sports club|stadium|supermarket|
  tattoo studio|tax advisor|theatre|travel agency|university|veterinarian|warehouse|wedding venue|wholesaler|wine bar|
  winery|yoga studio`
    .split('|')
    .map((category) => category.trim())

/** Common synonyms of these kinds. */
const otherWords: Record<string, string> = {
  café: 'cafe',
  'coffee house': 'coffee shop',
  'veterinary clinic': 'veterinarian',
  vet: 'veterinarian',
  chemist: 'pharmacy',
  'law office': 'law firm',
  'car workshop': 'auto repair shop',
  garage: 'auto repair shop',
  'auto repair': 'auto repair shop',
  'estate agent': 'real estate agency',
  hairdresser: 'hair salon',
  salon: 'beauty salon',
  'petrol station': 'gas station',
  depot: 'warehouse',
  canteen: 'restaurant',
  diner: 'restaurant',
  bistro: 'restaurant',
  eatery: 'restaurant',
}

/** After a kind of place, these words make it an attribute of something else, as in "bank reconciliation". */
const peopleOfPlaces =
  /^(?:owners?|operators?|managers?|chains?|groups?|teams?|staff|industry|customers?|business(?:es)?|sector|kitchens?)$/
const name = `(?:the\\s+)?\\p{Lu}[\\p{L}'’-]+(?:\\s\\p{Lu}[\\p{L}'’-]+){0,2}`
const serving = new RegExp(
  `\\b(?:in|across|throughout|around|near|serving|based in|offices? in|located in)\\s+(${name}(?:(?:,\\s*and\\s+|\\s+and\\s+|,\\s*)${name})*)`,
  'gu',
)

export type Places = { categories: string[]; locations: string[] }

/** Finds the kinds of places that a site mentions, and where it says that it operates. */
export function findPlaces(site: SiteText, { notPlaces }: { notPlaces: Set<string> }): Places {
  const kinds = rank(countCategories(site)).slice(0, mostCategories)
  const locations = new Map<string, number>()
  const add = (name: string, count: number): void => {
    const place = name
      .replace(/^the\s+/i, '')
      .replace(/['’]s$/, '')
      .trim()
    if (place.length < 2 || place.length > 60 || notPlaces.has(foldText(place))) return
    locations.set(place, (locations.get(place) ?? 0) + count)
  }
  for (const place of itemPlaces(site)) add(place, 3)
  for (const { text, kind } of site.passages) {
    // Headings and titles capitalise any word, and German capitalises every noun.
    if (kind === 'title' || kind === 'heading' || (site.language === 'de' && kind !== 'said')) continue
    for (const [, list = ''] of text.matchAll(serving)) {
      for (const name of list.split(/,\s*and\s+|(?<!\s)\s+and\s+|,\s*/)) add(name, kind === 'said' ? 4 : 1)
    }
  }
  const named = [...locations].filter(([, count]) => count >= 2)
  const chosen = named.length > 0 ? named : [...locations]
  const country = countryOf(site)
  const ranked = rank(new Map(chosen)).slice(0, mostLocations)
  return { categories: kinds, locations: ranked.length > 0 || country === undefined ? ranked : [country] }
}

function countCategories({ passages, language }: SiteText): Map<string, number> {
  const counts = new Map<string, number>()
  const known = new Map([...categories.map((one) => [one, one] as const), ...Object.entries(otherWords)])
  for (const { text, kind } of passages) {
    for (const words of partsOf(text)) {
      for (let start = 0; start < words.length; start += 1) {
        // The longest match counts: a coffee shop is not a shop.
        const keyOf = (length: number): string =>
          words
            .slice(start, start + length)
            .map(({ key }) => key)
            .join(' ')
        const size = [3, 2, 1].find((length) => known.has(keyOf(length))) ?? 0
        const category = known.get(keyOf(size))
        if (category === undefined || isAttribute(words[start + size - 1], words[start + size], language))
          continue
        counts.set(category, (counts.get(category) ?? 0) + (kind === 'said' ? 4 : 1))
        start += size - 1
      }
    }
  }
  return counts
}

function isAttribute(word: Word | undefined, next: Word | undefined, language: string): boolean {
  const isPlural = word !== undefined && word.text.toLowerCase() !== word.key
  if (isPlural || next === undefined || peopleOfPlaces.test(next.text.toLowerCase())) return false
  return !isStopWord(next.text.toLowerCase(), language)
}

/** Returns addresses and areas of schema.org items. */
function itemPlaces({ pages }: SiteText): string[] {
  return pages.flatMap(({ items }) =>
    items.flatMap((item) => {
      const areas = [item.areaServed].flat().map((area) => (isRecord(area) ? area.name : area))
      return [item.addressLocality, item.addressRegion, ...areas].filter((place) => typeof place === 'string')
    }),
  )
}

/** Derives the country from the end of the host: `.de` is Germany. */
function countryOf({ pages }: SiteText): string | undefined {
  const code = pages[0]?.url.hostname.split('.').at(-1) ?? ''
  if (!/^[a-z]{2}$/.test(code)) return undefined
  const region = code === 'uk' ? 'GB' : code.toUpperCase()
  const name = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(region)
  return name
}

function rank(counts: Map<string, number>): string[] {
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name]) => name)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
