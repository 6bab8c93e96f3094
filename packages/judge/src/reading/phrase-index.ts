import type { Post, Word } from './post.ts'
import { readPost } from './post.ts'

/** Finds phrases in a post by whole words, at a cost that does not grow with the number of phrases. */
export type PhraseIndex<Value> = Map<string, { stems: string[]; value: Value }[]>

/** Where a phrase is: the positions of its first and last word. */
export type Hit<Value> = { value: Value; first: number; last: number }

export function createPhraseIndex<Value>(phrases: Iterable<readonly [phrase: string, value: Value]>) {
  const index: PhraseIndex<Value> = new Map()
  for (const [phrase, value] of phrases) {
    const stems = readPost({ title: phrase, text: '' }).words.map((word) => word.stem)
    const [first] = stems
    if (first === undefined) continue
    const known = index.get(first)
    if (known === undefined) index.set(first, [{ stems, value }])
    else known.push({ stems, value })
  }
  return index
}

/** Returns all hits in the order of the post. No phrase spans two sentences, but one may go over the end of a line. */
export function findHits<Value>(index: PhraseIndex<Value>, { words }: Post): Hit<Value>[] {
  const hits: Hit<Value>[] = []
  words.forEach((word, first) => {
    const phrases = index.get(word.stem)
    if (phrases === undefined) return
    for (const { stems, value } of phrases) {
      if (isAt(words, first, stems)) hits.push({ value, first, last: first + stems.length - 1 })
    }
  })
  return hits
}

function isAt(words: readonly Word[], first: number, stems: readonly string[]): boolean {
  return stems.every((stem, at) => {
    const word = words[first + at]
    if (word?.stem !== stem) return false
    return at === 0 || word.isWrapped || word.sentence === words[first + at - 1]?.sentence
  })
}
