import { foldText } from '../text/words.ts'
import { wordsIn } from './categories.ts'
import { type FoundCategory, isAbbreviation } from './find-categories.ts'

const mostSynonyms = 5

/** Returns the words that come first: the category's as the site says it, and the plainest, in its language and in English. */
export function leadsOf({ category, said }: FoundCategory, language: string): string[] {
  const [plain = ''] = category.words
  const [own = plain] = wordsIn(category, language)
  // The plainer of two finds the other as well: "CRM" is in "CRM software".
  const first = [plain, own].find((word) => isWithin(word, said)) ?? said
  return [first, own, plain]
}

/** Returns what a category is called otherwise: by the site, then by buyers in the site's language and in English. */
export function synonymsOf(found: FoundCategory, language: string): string[] {
  const inOwn = language === 'en' ? [] : wordsIn(found.category, language).slice(0, mostSynonyms)
  return [...found.names.slice(0, mostSynonyms), ...inOwn, ...englishOf(found)]
}

/** Returns what English-speaking buyers call a category. A short name in capitals means more than one thing. */
export function englishOf({ category: { words, neighbours } }: FoundCategory): string[] {
  const [plain = '', ...others] = words
  return [plain, ...[...others, ...neighbours].filter((word) => !isAbbreviation(word))].slice(
    0,
    mostSynonyms + 1,
  )
}

function isWithin(word: string, text: string): boolean {
  return ` ${foldText(text)} `.includes(` ${foldText(word)} `)
}
