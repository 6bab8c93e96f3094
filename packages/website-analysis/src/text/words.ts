import { composeText } from '@signalpost/domain'

export type Word = {
  /** As written. */
  text: string
  start: number
  end: number
  /** In lower case and singular; words with the same key count as one. */
  key: string
}

/** Marks that end a sentence or part of one; a hyphen inside a word does not. */
const breaks = /[.!?;:,…|•·()[\]{}"“”„«»<>*=/\\\u2022\u2190-\u21ff]+|\s[-–—]+\s|[–—]/gu
const wordPattern = /[\p{L}\p{N}]+(?:['’&][\p{L}\p{N}]+)*\+{0,2}/gu
const longestWord = 40

/** Splits a text into parts that no term can span. Returns their words. */
export function partsOf(text: string): Word[][] {
  const parts: Word[][] = []
  let from = 0
  const take = (to: number): void => {
    const words = wordsBetween(text, from, to)
    if (words.length > 0) parts.push(words)
  }
  for (const match of text.matchAll(breaks)) {
    take(match.index)
    from = match.index + match[0].length
  }
  take(text.length)
  return parts
}

function wordsBetween(text: string, from: number, to: number): Word[] {
  return [...text.slice(from, to).matchAll(wordPattern)]
    .filter(([word]) => word.length <= longestWord)
    .map(({ 0: word, index }) => ({
      text: word,
      start: from + index,
      end: from + index + word.length,
      key: singular(word.toLowerCase().replaceAll('’', "'").replace(/'s$/, '')),
    }))
}

/** Good enough to count "audit trails" with "audit trail"; the result is not for display. */
export function singular(word: string): string {
  if (word.length < 4 || !/^[a-z-]+$/.test(word) || /(?:ss|us|is|news)$/.test(word)) return word
  if (word.endsWith('ics') && !/(?:clin|top|fabr|metr|mechan|crit)ics$/.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}

export function isCapitalised(word: string): boolean {
  return /^\p{Lu}/u.test(word)
}

/** Returns a form that is equal for texts that differ only in case, spaces and surrounding marks. */
export function foldText(text: string): string {
  return composeText(text, 'NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}+&]+/gu, ' ')
    .trim()
}
