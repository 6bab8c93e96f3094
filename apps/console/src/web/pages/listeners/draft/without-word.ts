export type WordAct = 'drop' | 'exclude'

type Words = { keywords: readonly string[]; exclusions: readonly string[] }

/** The words of a plan without a keyword, or with it among the exclusions. */
export function withoutWord({ keywords, exclusions }: Words, act: WordAct, keyword: string) {
  return {
    keywords: keywords.filter((one) => one !== keyword),
    exclusions: act === 'drop' ? [...exclusions] : [...new Set([...exclusions, keyword])],
  }
}
