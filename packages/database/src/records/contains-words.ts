import { type RawBuilder, sql } from 'kysely'

/**
 * Returns a condition for each word: the text contains it, in any case. Databases whose collation is C fold ASCII alone; the
 * forms in which words are written find the rest.
 */
export function containsWords(text: RawBuilder<unknown>, words: string): RawBuilder<unknown>[] {
  return words
    .split(/\s+/u)
    .filter((word) => word !== '')
    .map((word) => {
      const lower = word.toLowerCase()
      const forms = [word, lower, word.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1)]
      const patterns = forms.map((form) => `%${foldAscii(form).replaceAll(/[\\%_]/g, '\\$&')}%`)
      // One lower() for the text takes a fraction of an ilike for each pattern.
      return sql`lower(${text}) like any(${[...new Set(patterns)]}::text[])`
    })
}

function foldAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}
