import {
  askingFirst,
  askingInQuestions,
  askingLast,
  choiceWords,
  clauseWords,
  experienceLast,
  intentPhrases,
  leavingAfter,
  leavingBefore,
  movingLast,
  negations,
  noDoubts,
  otherAsking,
  ownWords,
} from '../rubric/asking.ts'
import { categoryPhrases, type intents, type urgent, urgentPhrases, voices } from '../rubric/rubric-4.ts'
import { choicesOf, movesOf, wordsOf } from './about-products.ts'
import { isOnePart, isShortlyAfter } from './one-part.ts'
import { createPhraseIndex, findHits, type Hit } from './phrase-index.ts'
import { phrasesIn } from './phrases-in.ts'
import type { Post } from './post.ts'

export type Intent = keyof typeof intents
export type Urgent = keyof typeof urgent
export type Voice = keyof typeof voices
type Category = keyof typeof categoryPhrases

/** Where a post says what the rubric listens for. */
export type Findings = {
  intents: Hit<Intent>[]
  urgent: Hit<Urgent>[]
  voices: Map<Voice, Hit<Voice>[]>
  categories: Hit<Category>[]
}

/** How many words after it a denial reaches. */
const denialReach = 4

/** Everything that a post may say, found at once: a post has many words, and few of them begin a phrase. */
const index = createPhraseIndex([
  ...taggedIn(
    'intent',
    mapValues(intentPhrases, (byLanguage) => Object.values(byLanguage).join(', ')),
  ),
  ...taggedIn('first', { ask: askingFirst }),
  ...taggedIn('last', { move: movingLast, ask: askingLast, experience: experienceLast }),
  ...taggedIn('question', { ask: Object.values(askingInQuestions).join(', ') }),
  ...taggedIn('own', { own: Object.values(ownWords).join(', ') }),
  ...taggedIn('leaving', { before: Object.values(leavingBefore).join(', '), after: leavingAfter }),
  ...taggedIn('choice', choiceWords),
  ...taggedIn('other', { other: otherAsking }),
  ...taggedIn('denial', { denial: Object.values(negations).flat().join(', ') }),
  ...taggedIn('clause', clauseWords),
  ...taggedIn('noDoubt', { none: noDoubts }),
  ...taggedIn('urgent', urgentPhrases),
  ...taggedIn('voice', voices),
  ...taggedIn('category', categoryPhrases),
])

/** `names` are where it names products, by the plan. */
export function findingsOf(
  post: Post,
  { names, language }: { names: readonly Hit<unknown>[]; language: string | undefined },
): Findings {
  const byTag = Map.groupBy(findHits(index, post), ({ value }) => value.tag)
  // The cast: phrases with a tag have the names of its list.
  const hitsOf = <Name>(tag: Tag): Hit<Name>[] =>
    (byTag.get(tag) ?? []).map((hit) => ({ ...hit, value: hit.value.name as Name }))
  const sentenceOf = (at: number): number | undefined => post.words[at]?.sentence
  const other = new Set(hitsOf('other').flatMap(wordsOf))
  const noDoubts = new Set(hitsOf('noDoubt').map(({ first }) => first))
  const denials = new Set(
    hitsOf('denial')
      .filter(({ first }) => !noDoubts.has(first))
      .map(({ last }) => last),
  )
  const isOfLanguage = ({ value }: Hit<string>): boolean => value === 'any' || value === language
  const intents = [
    ...hitsOf<Intent>('intent'),
    ...hitsOf<Intent>('first').filter(({ first }) => sentenceOf(first - 1) !== sentenceOf(first)),
    ...hitsOf<Intent>('last').filter(({ last }) => sentenceOf(last + 1) !== sentenceOf(last)),
    ...hitsOf<Intent>('question').filter(({ first }) => isQuestion(post, first)),
    ...movesOf(post, hitsOf('leaving'), names),
    ...choicesOf(post, hitsOf<string>('choice').filter(isOfLanguage), names),
  ]
  const clauses = new Set(
    hitsOf<string>('clause')
      .filter(isOfLanguage)
      .map(({ first }) => first),
  )
  const said = intents.filter(
    (hit) => !wordsOf(hit).some((at) => other.has(at)) && !isDenied(post, hit, { denials, clauses }),
  )
  const own = new Set(hitsOf('own').flatMap(wordsOf))
  return {
    intents: [
      ...said,
      ...said.filter((hit) => asksForOther(post, hit, own)).map((hit) => ({ ...hit, value: 'ask' as const })),
      ...said.filter((hit) => isLeaving(post, hit, own)).map((hit) => ({ ...hit, value: 'leave' as const })),
    ],
    urgent: hitsOf<Urgent>('urgent').filter((hit) => !isDenied(post, hit, { denials, clauses })),
    voices: Map.groupBy(
      hitsOf<Voice>('voice').filter(({ value, first }) => value !== 'uncertain' || !noDoubts.has(first)),
      ({ value }) => value,
    ),
    categories: hitsOf('category'),
  }
}

/** A question for alternatives names a move, and asks for a product. So does a title of few words above a text of one's own. */
function asksForOther(post: Post, hit: Hit<Intent>, own: ReadonlySet<number>): boolean {
  if (hit.value !== 'move' || !otherProduct.test(saidBy(post, hit))) return false
  return isQuestion(post, hit.first) || (isShortTitle(post, hit.first) && own.size > 0)
}

function isQuestion({ words, sentences }: Post, at: number): boolean {
  return sentences[words[at]?.sentence ?? 0]?.isQuestion === true
}

const mostOfShortTitle = 4

function isShortTitle({ words, sentences }: Post, at: number): boolean {
  const sentence = words[at]?.sentence ?? 0
  const near = words.slice(Math.max(0, at - mostOfShortTitle), at + mostOfShortTitle + 1)
  const length = near.filter((word) => word.sentence === sentence).length
  return sentences[sentence]?.isTitle === true && length <= mostOfShortTitle
}

/** How far before a move its author may name themselves. */
const ownReach = 6

/** Whether an author says of themselves that they leave, and have not yet. Who moves to a product leaves another. */
function isLeaving(post: Post, hit: Hit<Intent>, own: ReadonlySet<number>): boolean {
  if (hit.value !== 'move' || notLeaving.test(saidBy(post, hit))) return false
  return (
    wordsOf(hit).some((at) => own.has(at)) || isShortlyAfter(post, own, { at: hit.first, reach: ownReach })
  )
}

const notLeaving =
  /\b(?:to|auf|vers|naar|para)$|\b(?:switched|moved|migrated|cancell?ed|closed|left|dropped|replaced|ditched|dumped|outgrew)\b/i

function saidBy({ text, words }: Post, { first, last }: Hit<unknown>): string {
  return text.slice(words[first]?.start, words[last]?.end)
}

const otherProduct = /alternati|replacement for|ersatz für|vervanging voor|reemplazo para/i

/** "No one can replace our people" names no move, "wir brauchen kein CRM" asks for none. */
function isDenied(
  post: Post,
  { first, last }: Hit<unknown>,
  { denials, clauses }: { denials: ReadonlySet<number>; clauses: ReadonlySet<number> },
): boolean {
  if (denials.has(last + 1) && isOnePart(post, last, last + 1)) return true
  const begins = [1, 2, 3, 4].find((back) => clauses.has(first - back))
  return isShortlyAfter(post, denials, {
    at: first,
    reach: Math.min(denialReach, (begins ?? denialReach + 1) - 1),
  })
}

type Tag =
  | 'intent'
  | 'first'
  | 'last'
  | 'question'
  | 'own'
  | 'leaving'
  | 'choice'
  | 'other'
  | 'denial'
  | 'clause'
  | 'noDoubt'
  | 'urgent'
  | 'voice'
  | 'category'

function taggedIn(tag: Tag, lists: Record<string, string>) {
  return Object.entries(lists).flatMap(([name, list]) =>
    phrasesIn(list).map((phrase) => [phrase, { tag, name }] as const),
  )
}

function mapValues<From, To>(record: Record<string, From>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
