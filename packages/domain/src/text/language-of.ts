/** The function words that tell eight languages apart; few belong to two of them. */
const functionWords: Record<string, string> = {
  en: 'the and of to is that it for was with this have you not are my they but from what would your were been',
  de: 'der die das und ist nicht ich ein eine mit auf für sie zu den von es auch wir wird haben sehr bei aber',
  fr: 'le la les et est pas je une des pour dans que qui vous nous avec sur mais très ce cette être ont sont',
  es: 'el la los las es que y por una para con no se lo como pero muy más está son fue mi sin esto',
  it: 'il che di è non per una con sono gli ma della più anche come questo molto ho nel dei alla sempre',
  nl: 'de het een en is van niet ik dat op te zijn voor met ze maar ook bij heeft naar geen wordt wij je',
  pt: 'o os uma não com para que é do da em muito mas eu por foi mais você está ao pelo são minha',
  pl: 'nie się na jest że to do jak ale za od po przez tak czy już mam bardzo tylko dla ich był tym',
}

const scripts: readonly [RegExp, string][] = [
  [/\p{Script=Hiragana}|\p{Script=Katakana}/gu, 'ja'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Thai}/gu, 'th'],
]

const languagesByWord = Map.groupBy(
  Object.entries(functionWords).flatMap(([language, words]) =>
    words.split(' ').map((word) => ({ language, word })),
  ),
  ({ word }) => word,
)
const mostRead = 2_000
const leastVotes = 2

/** Returns the code of the language whose function words and script occur most; undefined where none leads. */
export function languageOf(text: string): string | undefined {
  const read = text.slice(0, mostRead).toLowerCase()
  const letters = read.match(/\p{L}/gu)?.length ?? 0
  const script = scripts.find(([pattern]) => (read.match(pattern)?.length ?? 0) * 5 > letters * 2)
  if (letters > 0 && script !== undefined) return script[1]
  const [best, second] = [...votesByLanguage(read)].sort((a, b) => b[1] - a[1])
  if (best === undefined || best[1] < leastVotes || best[1] <= (second?.[1] ?? 0)) return undefined
  return best[0]
}

/** Counts the function words of each language; one that several share is divided among them. */
export function votesByLanguage(text: string): Map<string, number> {
  const votes = new Map(Object.keys(functionWords).map((language) => [language, 0]))
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
    const found = languagesByWord.get(word) ?? []
    for (const { language } of found) votes.set(language, (votes.get(language) ?? 0) + 1 / found.length)
  }
  return votes
}
