import { cleanStrangersText } from './clean-strangers-text.ts'

declare const isStrangers: unique symbol
declare const isQuoted: unique symbol

/**
 * What a stranger wrote, or a machine read in it. Not a string for the compiler: it can only be quoted, so that no one
 * takes it for a word of ours.
 */
export type StrangersText = { readonly [isStrangers]: true }

/** Cleaned text of a stranger. It may be shown where readers know that it is a stranger's. */
export type QuotedText = string & { readonly [isQuoted]: true }

export type Quote = {
  text: QuotedText
  /** How many characters follow that were left out. */
  cut: number
  /** How many invisible characters were removed. */
  hidden: number
}

const mostOfUrl = 500

export function strangersText(text: string): StrangersText {
  // The cast: only the functions below see the string in it.
  return text as unknown as StrangersText
}

/** Returns up to `most` characters of the cleaned text, from the character `from`. The only way back to a string. */
export function quoteText(given: StrangersText, { most, from = 0 }: { most: number; from?: number }): Quote {
  const { text, hidden } = cleanStrangersText(read(given).trim())
  return cutQuote(text, { most, from, hidden })
}

/** The same for a title or a name: one line. */
export function quoteLine(given: StrangersText, { most }: { most: number }): Quote {
  const { text, hidden } = cleanStrangersText(read(given))
  return cutQuote(text.replaceAll(/\s+/g, ' ').trim(), { most, from: 0, hidden })
}

function cutQuote(
  text: string,
  { most, from, hidden }: { most: number; from: number; hidden: number },
): Quote {
  const characters = Array.from(text)
  const shown = characters.slice(from, from + most).join('')
  return { text: shown as QuotedText, cut: Math.max(0, characters.length - from - most), hidden }
}

/** Returns a web address as it would be opened; undefined for any other and for a long one. */
export function quoteUrl(given: StrangersText): QuotedText | undefined {
  const url = URL.parse(read(given))
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > mostOfUrl) return undefined
  return url.href as QuotedText
}

function read(given: StrangersText): string {
  // The cast: `strangersText` alone makes them.
  return given as unknown as string
}
