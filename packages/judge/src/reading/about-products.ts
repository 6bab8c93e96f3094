import { isOnePart } from './one-part.ts'
import type { Hit } from './phrase-index.ts'
import type { Post } from './post.ts'

type Places = readonly Pick<Hit<unknown>, 'first' | 'last'>[]

/**
 * Returns where words of leaving are beside the name of a product, or in a keyword with one: "leaving Deputy", "leaving our Deputy",
 * "Deputy kündigen".
 */
export function movesOf(post: Post, words: readonly Hit<'before' | 'after'>[], names: Places): Hit<'move'>[] {
  const lastOf = new Map(names.flatMap((name) => wordsOf(name).map((at) => [at, name.last] as const)))
  const firstOf = new Map(names.flatMap((name) => wordsOf(name).map((at) => [at, name.first] as const)))
  return words.flatMap(({ value, first, last }): Hit<'move'>[] => {
    if (value === 'after') {
      const begin = firstOf.get(first - 1)
      return begin !== undefined && isOnePart(post, begin, last)
        ? [{ value: 'move', first: begin, last }]
        : []
    }
    const end = lastOf.get(last + 1) ?? lastOf.get(last + 2)
    return end !== undefined && isOnePart(post, first, end) ? [{ value: 'move', first, last: end }] : []
  })
}

/** Returns where a question weighs two products, of which the plan may know one: "Deputy or Rotaready?". */
export function choicesOf(post: Post, words: readonly Hit<unknown>[], names: Places): Hit<'compare'>[] {
  const named = new Set(names.flatMap(wordsOf))
  return words.flatMap(({ first, last }): Hit<'compare'>[] => {
    const [before, after] = [first - 1, last + 1]
    const isQuestion = post.sentences[post.words[first]?.sentence ?? 0]?.isQuestion === true
    if (!isQuestion || !(named.has(before) || named.has(after)) || !isOnePart(post, before, after)) return []
    const isName = (at: number): boolean => named.has(at) || isCapital(post, at)
    return isName(before) && isName(after) ? [{ value: 'compare', first: before, last: after }] : []
  })
}

export function wordsOf({ first, last }: Pick<Hit<unknown>, 'first' | 'last'>): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

export function isCapital({ text, words }: Post, at: number): boolean {
  return /^\p{Lu}/u.test(text.slice(words[at]?.start, words[at]?.end))
}
