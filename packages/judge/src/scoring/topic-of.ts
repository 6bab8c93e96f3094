import type { Hit } from '../reading/phrase-index.ts'
import type { Post } from '../reading/post.ts'
import type { Reading } from './reading-of.ts'

/** What is left of what a post that names the topic once says. */
const leastSubjectShare = 0.4
/** A sentence with so many marks between its parts is a list. */
const leastListMarks = 8

/** A review of a rival or of a place is about it in every sentence. */
export function isReviewOfSubject({ matches, item }: Pick<Reading, 'matches' | 'item'>): boolean {
  return matches.isAboutSubject && (item.rivalKey ?? item.placeKey) !== undefined
}

/** Whether a review of four stars says that its author leaves. One of five tells of another product that was left. */
export function leavesAllTheSame({ item, findings }: Pick<Reading, 'item' | 'findings'>): boolean {
  return item.rating === 4 && findings.intents.some(({ value }) => value === 'leave')
}

/** Whether a place has nothing of the plan, neither in the text nor in its name. */
export function isOtherPlace({ mode, matches }: Pick<Reading, 'mode' | 'matches'>): boolean {
  return mode === 'places' && !matches.isOfPlan && matches.keywords.length === 0
}

export function isInTitle({ post }: Pick<Reading, 'post'>, { first }: Hit<unknown>): boolean {
  return post.sentences[post.words[first]?.sentence ?? 0]?.isTitle === true
}

/** Whether an ad seeks a role: it is in the title, or in the text written as a title of its own, as "Data Engineer" is in a list. */
export function isOpened(reading: Pick<Reading, 'post'>, hit: Hit<unknown>): boolean {
  if (isInTitle(reading, hit)) return true
  const { text, words } = reading.post
  return (
    words.slice(hit.first, hit.last + 1).every(({ start, end }) => asTitle.test(text.slice(start, end))) &&
    !text.slice(words[hit.first]?.start, words[hit.last]?.end).includes(',')
  )
}

const asTitle = /^(?:\p{Lu}|(?:of|and|for)$)/u

/** Returns some sentences with those before and after each. */
export function withNeighbours(sentences: Iterable<number>): Set<number> {
  return new Set([...sentences].flatMap((sentence) => [sentence - 1, sentence, sentence + 1]))
}

/** What most of a post is about is its subject: one mention in a long text, or in a list of many, is not. */
export function subjectShareOf(reading: Reading): number {
  if (isReviewOfSubject(reading)) return 1
  const { post, matches } = reading
  const lists = new Set([...matches.onTopic].filter((sentence) => isList(post, sentence)))
  const topic = new Set([...matches.onTopic].filter((sentence) => !lists.has(sentence)))
  if (post.sentences.some(({ isTitle }, sentence) => isTitle && topic.has(sentence))) return 1
  const beside = withNeighbours(topic)
  const near = post.words.filter(({ sentence }) => beside.has(sentence)).length
  return Math.min(1, leastSubjectShare + near / Math.max(1, post.words.length))
}

function isList({ text, sentences }: Post, sentence: number): boolean {
  const { start, end } = sentences[sentence] ?? { start: 0, end: 0 }
  return (text.slice(start, end).match(/[,;•]/g)?.length ?? 0) >= leastListMarks
}
