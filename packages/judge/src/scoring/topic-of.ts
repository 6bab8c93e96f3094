import type { Hit } from '../reading/phrase-index.ts'
import type { Reading } from './reading-of.ts'

/** A review of a rival or of a place is about it in every sentence. */
export function isReviewOfSubject({ matches, item }: Pick<Reading, 'matches' | 'item'>): boolean {
  return matches.isAboutSubject && (item.rivalKey ?? item.placeKey) !== undefined
}

/** Whether a place has nothing of the plan, neither in the text nor in its name. */
export function isOtherPlace({ mode, matches }: Pick<Reading, 'mode' | 'matches'>): boolean {
  return mode === 'places' && !matches.isOfPlan && matches.keywords.length === 0
}

export function isInTitle({ post }: Pick<Reading, 'post'>, { first }: Hit<unknown>): boolean {
  return post.sentences[post.words[first]?.sentence ?? 0]?.isTitle === true
}

/** Returns some sentences with those before and after each. */
export function withNeighbours(sentences: Iterable<number>): Set<number> {
  return new Set([...sentences].flatMap((sentence) => [sentence - 1, sentence, sentence + 1]))
}
