import type { Page } from '../crawl/page.ts'

/** Short words that only one of the languages uses often. */
const tellingWords: Record<string, string> = {
  en: 'the and of with your is for that from they what',
  de: 'und der die das ist mit für nicht auf ein eine wir',
  fr: 'les des est et vous nous une pour dans sur avec votre',
  es: 'los las el es y con una para sin tus del más',
  nl: 'het een van en je voor met niet op zijn wij dat',
  pt: 'os as um uma e com não para seu sua dos mais',
  it: 'gli il è e con una per che non tuo della sono',
}
const languages = Object.entries(tellingWords).map(
  ([code, words]) => [code, new Set(words.split(' '))] as const,
)
const mostWords = 2_000
/** How many times as frequent the words of another language must be. */
const clearly = 3
const leastHits = 8

/** Returns the language of a site as two letters: the declared one, unless its words are clearly those of another. */
export function findLanguageOf(pages: readonly Page[]): string {
  const declared = pages[0]?.language?.slice(0, 2).toLowerCase() ?? ''
  const words = pages
    .flatMap(({ blocks }) => blocks)
    .flatMap(({ text }) => text.toLowerCase().split(/[^\p{L}]+/u))
    .slice(0, mostWords)
  const hits = new Map(
    languages.map(([code, telling]) => [code, words.filter((word) => telling.has(word)).length]),
  )
  const [best = ['en', 0] as const] = [...hits].sort((a, b) => b[1] - a[1])
  const isClear = best[1] >= leastHits && best[1] >= clearly * (hits.get(declared) ?? 0)
  if (!/^[a-z]{2}$/.test(declared)) return best[1] >= leastHits ? best[0] : 'en'
  // A declared language that is not among these is believed.
  return hits.has(declared) && isClear ? best[0] : declared
}
