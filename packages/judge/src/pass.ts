import type { FoundItem } from '@signalpost/domain'
import type { JudgedListener, JudgeInput, Judgement } from './judgement.ts'
import { createPhraseIndex, findHits, type Hit, type PhraseIndex } from './reading/phrase-index.ts'
import { type Post, readPost, type Word } from './reading/post.ts'
import { fieldsOfRole, namesOfRole } from './rubric/role-names.ts'

export type Matches = {
  keywords: Hit<string>[]
  /** Rivals, kinds of places, locations and roles that the plan names. */
  named: Hit<string>[]
  exclusions: Hit<string>[]
  /** It is about a rival or a place of the plan, which no listener of markets has. */
  isAboutSubject: boolean
  /** The name of the place has a kind or a location of the plan. */
  isOfPlan: boolean
  /** The sentences that name a keyword, or whom the plan is about. */
  onTopic: Set<number>
}

/** Finds what of the plan is in a post, or returns why it is no candidate. One that has a rerank score needs no keyword. */
export function matchPlan(
  post: Post,
  { item, listener, rerankScore }: Pick<JudgeInput, 'item' | 'listener' | 'rerankScore'>,
): Matches | Extract<Judgement, { passed: false }> {
  const { keywords: keywordTerms, exclusions: exclusionTerms, profile } = listener
  const keywords = hitsOf(
    post,
    indexFor(keywordTerms, () => keywordTerms.map(asNamed)),
  )
  const names = hitsOf(
    post,
    indexFor(profile, () => namesIn(profile)),
  ).filter((hit) => !('rivals' in profile) || isFullOrAsWritten(post, hit))
  const fields =
    'targetRoles' in profile
      ? hitsOf(
          post,
          indexFor(profile.targetRoles, () => profile.targetRoles.flatMap(fieldsIn)),
        ).filter((hit) => isItemOfTitle(post, hit))
      : []
  const named = [...names, ...fields]
  // "hiring" says nothing in the keyword "hiring manager".
  const exclusions = hitsOf(
    post,
    indexFor(exclusionTerms, () => exclusionTerms.map(asNamed)),
  ).filter((hit) => !keywords.some(({ first, last }) => first <= hit.first && hit.last <= last))
  const inTitle = exclusions.find(({ first }) => post.sentences[post.words[first]?.sentence ?? 0]?.isTitle)
  if (inTitle !== undefined) {
    return { passed: false, reason: 'The title has an exclusion of the plan.', lacksKeyword: false }
  }
  const isAbout = isAboutSubject(item, listener, named)
  if (keywords.length === 0 && rerankScore === undefined && !isAbout) {
    return { passed: false, reason: 'No keyword of the plan is in the post.', lacksKeyword: true }
  }
  const onTopic = new Set([...keywords, ...named].map(({ first }) => post.words[first]?.sentence ?? 0))
  const isOfPlan = listener.mode === 'places' && (named.length > 0 || isNameOf(item, profile))
  return { keywords, named, exclusions, isAboutSubject: isAbout, isOfPlan, onTopic }
}

/** "PNC" is PNC Bank; "apple" alone is not Apple Bank. */
function isFullOrAsWritten({ text, words }: Post, { value, first, last }: Hit<string>): boolean {
  return (
    last - first + 1 >= value.split(' ').length ||
    value.startsWith(text.slice(words[first]?.start, words[last]?.end))
  )
}

/** Reviews of a rival and of a place are about it, whatever words they choose. */
function isAboutSubject(item: FoundItem, { mode, profile }: JudgedListener, named: readonly Hit<string>[]) {
  if (mode === 'places') return item.placeKey !== undefined
  if (mode !== 'rivals') return false
  const rivals = 'rivals' in profile ? profile.rivals : []
  return item.rivalKey !== undefined || named.some(({ value }) => rivals.includes(value))
}

/** "H&M London" is at a location of the plan. */
function isNameOf(item: FoundItem, profile: JudgedListener['profile']): boolean {
  const name = readPost({ title: item.subjectName ?? '', text: '' })
  return (
    hitsOf(
      name,
      indexFor(profile, () => namesIn(profile)),
    ).length > 0
  )
}

/** Names, each with what the plan calls it. */
function namesIn(profile: JudgedListener['profile']): [name: string, ofPlan: string][] {
  if ('targetRoles' in profile) {
    return profile.targetRoles.flatMap((role) =>
      namesOfRole(role).map((name): [string, string] => [name, role]),
    )
  }
  if ('rivals' in profile) {
    const short = profile.rivals.flatMap((rival): [string, string][] => {
      const name = kindOfCompany.exec(rival)?.[1]
      return name === undefined ? [] : [[name, rival]]
    })
    return [...[...profile.rivals, ...profile.painVocabulary].map(asNamed), ...short]
  }
  return [...profile.categories, ...profile.locations].map(asNamed)
}

function fieldsIn(role: string): [name: string, ofPlan: string][] {
  return fieldsOfRole(role).map((field) => [field, role])
}

/** Whether a title lists it: "Acme | DevOps, Backend | Berlin". */
function isItemOfTitle({ text, words, sentences }: Post, { first, last }: Hit<string>): boolean {
  if (sentences[words[first]?.sentence ?? 0]?.isTitle !== true) return false
  const isEdge = (before: Word | undefined, after: Word | undefined): boolean =>
    before?.sentence !== after?.sentence ||
    [before, after].some((word) => word?.stem === 'and') ||
    /[|,;/&+()•]/.test(text.slice(before?.end, after?.start))
  return isEdge(words[first - 1], words[first]) && isEdge(words[last], words[last + 1])
}

/** What people leave out of the name of a company. */
const kindOfCompany =
  /^(\S.*\S) (?:bank|software|inc|ltd|llc|gmbh|technologies|systems|group|labs|hq|app|insurance|energy|telecom|mobile)\.?$/i

function asNamed(term: string): [term: string, ofPlan: string] {
  return [term, term]
}

/** The indexes of listeners in use: a listener meets many posts. Nothing changes a listener's members. */
const indexes = new WeakMap<object, PhraseIndex<string>>()

function indexFor(
  owner: object,
  termsOf: () => readonly (readonly [term: string, ofPlan: string])[],
): PhraseIndex<string> {
  const known = indexes.get(owner)
  if (known !== undefined) return known
  const index = createPhraseIndex(termsOf())
  indexes.set(owner, index)
  return index
}

/** Returns where terms occur. A term like "IT", which is also a common word, counts only as it is written. */
function hitsOf(post: Post, index: PhraseIndex<string>): Hit<string>[] {
  return findHits(index, post).filter(
    ({ value, first, last }) =>
      !commonWords.has(value.toLowerCase()) ||
      post.text.slice(post.words[first]?.start, post.words[last]?.end) === value,
  )
}

const commonWords = new Set(
  'it us or and so do go in on at me we he as is am are the all can who what for'.split(' '),
)
