import type { SiteText } from './site-text.ts'
import { isPlainWord, isStopWord } from './stop-words.ts'
import { foldText, isCapitalised, partsOf } from './words.ts'

const leastLetters = 4

/** Finds the most frequent words, for sites with too little text to have terms. */
export function findWords(
  { passages, language, labels }: SiteText,
  { without }: { without: Set<string> },
): string[] {
  const counts = new Map<string, { writing: string; count: number }>()
  for (const { text, kind } of passages) {
    for (const word of partsOf(text).flat()) {
      const lower = word.text.toLowerCase()
      const saysLittle =
        isStopWord(lower, language) ||
        isPlainWord(word.key) ||
        /(?:[aeiou]lly|ously|[ae]ntly|ing|ed)$/.test(lower)
      // German marks nouns by their capital.
      if (language === 'de' && !isCapitalised(word.text)) continue
      if (saysLittle || lower.length < leastLetters || labels.has(lower) || without.has(foldText(lower)))
        continue
      const known = counts.get(word.key) ?? { writing: lower, count: 0 }
      counts.set(word.key, { ...known, count: known.count + (kind === 'text' || kind === 'item' ? 1 : 2) })
    }
  }
  return [...counts.values()].sort((a, b) => b.count - a.count).map(({ writing }) => writing)
}
