import { negators, polarityWords } from '../rubric/polarity-words.ts'
import { createPhraseIndex, findHits, type Hit } from './phrase-index.ts'
import { phrasesIn } from './phrases-in.ts'
import type { Post } from './post.ts'

/** Languages for which there are words. */
export const polarityLanguages = new Set(['en', 'fr', 'de', 'nl', 'es'])

const reach = 3
const flipped = -0.6
const words = createPhraseIndex(
  polarityWords.flatMap(([weight, phrases]) => phrasesIn(phrases).map((phrase) => [phrase, weight] as const)),
)
const negations = createPhraseIndex(phrasesIn(negators).map((phrase) => [phrase, true] as const))

export type Polarity = {
  /** From -1, all bad, to 1, all good. */
  value: number
  /** The hit that weighs most in the direction of `value`. */
  strongest?: Hit<number>
}

/** Weighs what a post says by words; a negation shortly before a word turns it around. */
export function polarityOf(post: Post): Polarity {
  const negated = new Set(findHits(negations, post).map(({ last }) => last))
  const hits = longestOf(findHits(words, post)).map((hit) => ({
    ...hit,
    value: isNegated(post, hit, negated) ? hit.value * flipped : hit.value,
  }))
  const sum = hits.reduce((total, { value }) => total + value, 0)
  const size = hits.reduce((total, { value }) => total + Math.abs(value), 0)
  const strongest = hits.toSorted((a, b) => (b.value - a.value) * Math.sign(sum))[0]
  return { value: sum / (size + 2), ...(strongest !== undefined && { strongest }) }
}

/** A word inside of a longer phrase does not count again. */
function longestOf(hits: readonly Hit<number>[]): Hit<number>[] {
  const chosen: Hit<number>[] = []
  for (const hit of hits.toSorted((a, b) => a.first - b.first || b.last - a.last)) {
    if (hit.first > (chosen.at(-1)?.last ?? -1)) chosen.push(hit)
  }
  return chosen
}

function isNegated({ words: all }: Post, { first }: Hit<number>, negated: ReadonlySet<number>): boolean {
  for (let at = first - 1; at >= Math.max(0, first - reach); at -= 1) {
    if (all[at]?.sentence !== all[first]?.sentence) return false
    if (negated.has(at)) return true
  }
  return false
}
