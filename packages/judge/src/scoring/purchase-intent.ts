import type { Component, Reason } from '../judgement.ts'
import type { Intent } from '../reading/findings.ts'
import { isShortlyAfter } from '../reading/one-part.ts'
import type { Hit } from '../reading/phrase-index.ts'
import { phrasesIn } from '../reading/phrases-in.ts'
import { stem } from '../reading/stem.ts'
import { teamWords } from '../rubric/asking.ts'
import {
  complaintPoints,
  intents,
  intentsOfEmployers,
  jobPoints,
  otherPlaceShare,
  questionPoints,
  titleQuestionPoints,
} from '../rubric/rubric-4.ts'
import { componentOf, reasonAt } from './component-of.ts'
import type { Reading } from './reading-of.ts'
import { sellerOf } from './seller-of.ts'
import {
  isInTitle,
  isOpened,
  isOtherPlace,
  isReviewOfSubject,
  leavesAllTheSame,
  subjectShareOf,
} from './topic-of.ts'

const uncertainShare = 0.3
/** What counts of a phrase beside a sentence on the topic, and of one elsewhere. */
const besideShare = 0.75
const elsewhereShare = 0.4
/** So few sentences are about one thing. */
const fewSentences = 4
/** What a title may say the subject of, wherever in the text it is asked. */
const requests = new Set<Intent>(['ask', 'experience', 'buying'])
/** What asks about products, not only about the topic. */
const ofProducts = new Set<Intent>([...requests, 'move', 'compare'])
const doubtReach = 5
/** Who has moved to a product looks for no other. */
const doneMove = /^(?:switched|moved|migrated) to$/i
const mostOfSeller = 3
/** An author who gives so many stars asks for nothing else. */
const leastContentStars = 4

/** Each class of phrases counts once, where it weighs most. */
export function purchaseIntentOf(reading: Reading): Component {
  const { post, findings, isJob } = reading
  const complaint = complaintOf(reading)
  const doubts = new Set((findings.voices.get('uncertain') ?? []).map(({ last }) => last))
  const subject = isJob ? 1 : subjectShareOf(reading)
  const best = new Map<Intent, { hit: Hit<Intent>; share: number }>()
  for (const hit of findings.intents) {
    if (isJob && !intentsOfEmployers.has(hit.value)) continue
    if (complaint !== undefined && hit.value === 'problem') continue
    const share = shareOf(reading, hit, doubts) * subject
    if (share > (best.get(hit.value)?.share ?? 0)) best.set(hit.value, { hit, share })
  }
  const reasons: Reason[] = [...best.values()].map(({ hit, share }) => {
    const { points, text } = intents[hit.value]
    return reasonAt(post, hit, { text, points: Math.round(points * share) })
  })
  if (complaint !== undefined) reasons.push(complaint)
  const role = roleOf(reading)
  if (role !== undefined) reasons.push(role)
  const title = titleQuestionOf(reading, [...best.keys()])
  if (title !== undefined) reasons.push(title)
  if (best.size > 0 && !isJob) reasons.push(...formReasons(reading))
  else if (title !== undefined) reasons.push({ text: 'Is a question', points: questionPoints })
  const seller = sellerOf(reading)
  const sum = reasons.reduce((total, { points }) => total + points, 0)
  if (seller !== undefined && sum > mostOfSeller) {
    reasons.push(reasonAt(post, seller, { text: 'Is a seller’s voice', points: mostOfSeller - sum }))
  }
  return componentOf('purchaseIntent', reasons)
}

/** "How CRMs work" begins like a question and is none. */
const asked = /[?？]\s*$|^\W*(?:\w+\s+)?(?:is|are|do|does|did|can|could|should|would|will|has|have)\b/i

/** A title such as "A CRM for twelve shops?" asks without words of asking. With such words, it is what the post is about. */
function titleQuestionOf(reading: Reading, said: readonly Intent[]): Reason | undefined {
  const { post, matches, isJob, item } = reading
  const named = matches.keywords.find((hit) => isInTitle(reading, hit))
  const isAsked =
    post.sentences.some(({ isTitle, isQuestion }) => isTitle && isQuestion) && asked.test(item.title)
  if (named === undefined || !isAsked || isJob || item.rating !== undefined) return undefined
  // "security" may mean anything; a term of several words and a name mean what is sold.
  const isTerm = named.last > named.first || /[\p{Lu}\p{N}]/u.test(named.value)
  const isOfProducts = isTerm && said.some((intent) => ofProducts.has(intent))
  if (said.length > 0 && !isOfProducts) return undefined
  const points = titleQuestionPoints[isOfProducts ? 'asking' : 'bare']
  return reasonAt(post, named, { text: 'Asks about the topic', points })
}

const team = new Set(phrasesIn(teamWords).map(stem))

function formReasons({ post, item, findings: { intents: hits } }: Reading): Reason[] {
  const inQuestion = hits.some(({ first }) => post.sentences[post.words[first]?.sentence ?? 0]?.isQuestion)
  const asks = item.isQuestion === true || inQuestion
  const sentences = new Set(hits.map(({ first }) => post.words[first]?.sentence))
  const we = post.words.findIndex(({ stem, sentence }) => team.has(stem) && sentences.has(sentence))
  return [
    { text: 'Is a question', points: asks ? questionPoints : 0 },
    ...(we < 0 ? [] : [reasonAt(post, { first: we, last: we }, { text: 'Speaks for a team', points: 3 })]),
  ]
}

/** Asking counts as far as it is about the topic. Doubt counts before it, in one part of a sentence. */
function shareOf(reading: Reading, { value, first, last }: Hit<Intent>, doubts: ReadonlySet<number>): number {
  const { post, item } = reading
  const isUncertain =
    post.sentences[post.words[first]?.sentence ?? 0]?.isQuoted === true ||
    isShortlyAfter(post, doubts, { at: first, reach: doubtReach })
  const isDone = doneMove.test(post.text.slice(post.words[first]?.start, post.words[last]?.end))
  const isContent = (item.rating ?? 0) >= leastContentStars && !leavesAllTheSame(reading)
  return (
    topicShareOf(reading, first, requests.has(value)) *
    (isUncertain || isContent || isDone ? uncertainShare : 1)
  )
}

function topicShareOf(reading: Reading, at: number, isRequest: boolean): number {
  const { post, matches } = reading
  const sentence = post.words[at]?.sentence ?? 0
  if (matches.onTopic.has(sentence) || isReviewOfSubject(reading)) return 1
  const isBeside =
    post.sentences[sentence]?.isTitle === true ||
    (isRequest && post.sentences.some(({ isTitle }, other) => isTitle && matches.onTopic.has(other))) ||
    matches.onTopic.has(sentence - 1) ||
    matches.onTopic.has(sentence + 1) ||
    post.sentences.length <= fewSentences
  return isBeside ? besideShare : elsewhereShare
}

/** A complaint about a rival or a place. Stars overrule words. */
function complaintOf(reading: Reading): Reason | undefined {
  const { mode, post, item, polarity, matches, findings } = reading
  const { rating } = item
  if (!matches.isAboutSubject) return undefined
  const isBadByWords = polarity.value < -0.2
  // Who tells of an outage needs no bad words.
  const outage =
    mode === 'rivals' && rating === undefined && Math.abs(polarity.value) <= 0.2
      ? findings.urgent.find(({ value }) => value === 'outage')
      : undefined
  if (rating === undefined ? !isBadByWords && outage === undefined : rating >= 4) return undefined
  if (rating !== undefined && rating >= 3) {
    if (mode === 'rivals') return { text: 'Is not content', points: complaintPoints.halfContent }
    return polarity.value > 0 ? undefined : { text: 'Is not content', points: complaintPoints.mixed }
  }
  const isWorst = rating !== undefined && rating < 2
  const isBad = rating !== undefined || polarity.value < -0.5
  const isReport = rating === undefined && findings.voices.has('report')
  const share = (isOtherPlace(reading) ? otherPlaceShare : 1) * (isReport ? uncertainShare : 1)
  const points = Math.round(complaintPoints[isWorst ? 'worst' : isBad ? 'bad' : 'mild'] * share)
  const { strongest } = polarity
  const said = outage ?? (strongest !== undefined && strongest.value <= 0 ? strongest : undefined)
  const reason = { text: 'Complains', points }
  return said === undefined ? reason : reasonAt(post, said, reason)
}

/** A job ad says what its firm is building up. It tells nothing of a firm that is a rival's customer, or of a place. */
function roleOf(reading: Reading): Reason | undefined {
  const { post, mode, isJob, matches } = reading
  if (!isJob || mode !== 'market') return undefined
  const opened = matches.named.find((hit) => isOpened(reading, hit))
  if (opened !== undefined) {
    return reasonAt(post, opened, { text: 'Opens a role that the plan names', points: jobPoints.role })
  }
  // One word of the plan in a title may mean anything: "administrator", "owner".
  const role =
    matches.keywords.find((hit) => hit.last > hit.first && isInTitle(reading, hit)) ?? matches.named[0]
  if (role !== undefined)
    return reasonAt(post, role, { text: 'Opens a role for the topic', points: jobPoints.topic })
  const [mention] = matches.keywords
  return (
    mention && reasonAt(post, mention, { text: 'Names the topic in a job ad', points: jobPoints.mention })
  )
}
