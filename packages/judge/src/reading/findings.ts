import {
  categoryPhrases,
  intentPhrases,
  type intents,
  type urgent,
  urgentPhrases,
  voices,
} from '../rubric/rubric-3.ts'
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

const intentIndex = indexOf(intentPhrases)
const urgentIndex = indexOf(urgentPhrases)
const voiceIndex = indexOf(voices)
const categoryIndex = indexOf(categoryPhrases)

export function findingsOf(post: Post): Findings {
  return {
    intents: findHits(intentIndex, post),
    urgent: findHits(urgentIndex, post),
    voices: Map.groupBy(findHits(voiceIndex, post), ({ value }) => value),
    categories: findHits(categoryIndex, post),
  }
}

function indexOf<Name extends string>(lists: Record<Name, string>) {
  const names = Object.keys(lists) as Name[]
  return createPhraseIndex(names.flatMap((name) => phrasesIn(lists[name]).map((one) => [one, name] as const)))
}
