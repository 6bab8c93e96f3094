/** A post may name very many keywords. */
const mostWords = 50

/** The parts of a text, of which those that are one of the words, in any case, are marked. Joined, they are the text. */
export function markWords(text: string, words: readonly string[]): { text: string; isMarked: boolean }[] {
  const wanted = words
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .slice(0, mostWords)
    // Of two that begin alike, the longer one is marked.
    .sort((one, other) => other.length - one.length)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  if (wanted.length === 0) return [{ text, isMarked: false }]
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(${wanted.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  return text
    .split(found)
    .map((part, index) => ({ text: part, isMarked: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
