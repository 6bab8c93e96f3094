import { dataAndDevelopment } from './data-and-development.ts'
import { furtherTrades } from './further-trades.ts'
import { goods } from './goods.ts'
import { money } from './money.ts'
import { people } from './people.ts'
import { salesAndMarketing } from './sales-and-marketing.ts'
import { securityAndLaw } from './security-and-law.ts'
import { serviceAndWork } from './service-and-work.ts'
import { trades } from './trades.ts'

/*
 * The categories were written by hand, from knowledge of how vendors, directories and buyers call them, and were not copied
 * from a list. Each line has four parts between bars:
 *
 *   words | neighbours | words in other languages | source
 *
 * - The words name the category in English. The first is the plainest, and no two categories share one.
 * - The neighbours are what buyers ask for when they need the category: its parts, and products that often replace it.
 * - The other languages are German, French, Spanish, Dutch, Portuguese and Italian, each by its code. A word like CRM that
 *   a language borrows is not repeated.
 * - The source is the title of the article of the English Wikipedia that covers the category or what it manages, from
 *   memory. Look there before a line is changed.
 */
const lines = [
  ...[salesAndMarketing, money, people, serviceAndWork, dataAndDevelopment, securityAndLaw, goods, trades],
  furtherTrades,
].flatMap((text) => text.trim().split('\n'))

/** The languages that the categories have words in, besides English. */
export const otherLanguages = ['de', 'fr', 'es', 'nl', 'pt', 'it'] as const

export type Category = {
  /** In English, the plainest first. */
  words: readonly string[]
  neighbours: readonly string[]
  /** By language, without English. */
  others: ReadonlyMap<string, readonly string[]>
  source: string
}

export const categories: readonly Category[] = lines.map((line) => {
  const [words = '', neighbours = '', others = '', source = ''] = line.split(' | ').map((part) => part.trim())
  return {
    words: listOf(words),
    neighbours: listOf(neighbours),
    others: new Map(languagesOf(others)),
    source,
  }
})

/** Returns the words that name a category in a language, the plainest first. */
export function wordsIn({ words, others }: Category, language: string): readonly string[] {
  return language === 'en' ? words : (others.get(language) ?? [])
}

function languagesOf(text: string): [string, string[]][] {
  return text.split('; ').map((part) => [part.slice(0, 2), listOf(part.slice(3))])
}

function listOf(text: string): string[] {
  return text.split(', ').filter((word) => word !== '')
}
