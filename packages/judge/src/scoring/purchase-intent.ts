import type { Component, Reason } from '../judgement.ts'
import type { Intent } from '../reading/findings.ts'
import type { Hit } from '../reading/phrase-index.ts'
import { complaintPoints, intents, intentsOfEmployers, jobPoints } from '../rubric/rubric-3.ts'
import { componentOf, reasonAt } from './component-of.ts'
import type { Reading } from './reading-of.ts'

const uncertainShare = 0.3
const elsewhereShare = 0.5
const mostOfSeller = 3
/** An author who gives so many stars asks for nothing else. */
const leastContentStars = 4

/** Each class of phrases counts once, where it weighs most. */
export function purchaseIntentOf(reading: Reading): Component {
  const { post, findings, isJob } = reading
  const complaint = complaintOf(reading)
  const best = new Map<Intent, { hit: Hit<Intent>; share: number }>()
  for (const hit of findings.intents) {
    if (isJob && !intentsOfEmployers.has(hit.value)) continue
    if (complaint !== undefined && hit.value === 'problem') continue
    const share = shareOf(reading, hit.first)
    if (share > (best.get(hit.value)?.share ?? 0)) best.set(hit.value, { hit, share })
  }
  const reasons: Reason[] = [...best.values()].map(({ hit, share }) => {
    const { points, text } = intents[hit.value]
    return reasonAt(post, hit, { text, points: Math.round(points * share) })
  })
  if (complaint !== undefined) reasons.push(complaint)
  const role = roleOf(reading)
  if (role !== undefined) reasons.push(role)
  if (best.size > 0 && !isJob) reasons.push(...formReasons(reading))
  const seller = findings.voices.get('seller')?.[0]
  const sum = reasons.reduce((total, { points }) => total + points, 0)
  if (seller !== undefined && sum > mostOfSeller) {
    reasons.push(reasonAt(post, seller, { text: 'Is a seller’s voice', points: mostOfSeller - sum }))
  }
  return componentOf('purchaseIntent', reasons)
}

function formReasons({ post, item, findings: { intents: hits } }: Reading): Reason[] {
  const inQuestion = hits.some(({ first }) => post.sentences[post.words[first]?.sentence ?? 0]?.isQuestion)
  const asks = item.isQuestion === true || inQuestion
  const sentences = new Set(hits.map(({ first }) => post.words[first]?.sentence))
  const we = post.words.findIndex(
    ({ stem, sentence }) => /^(?:we|our)$/.test(stem) && sentences.has(sentence),
  )
  return [
    { text: 'Is a question', points: asks ? 3 : 0 },
    ...(we < 0 ? [] : [reasonAt(post, { first: we, last: we }, { text: 'Speaks for a team', points: 3 })]),
  ]
}

/** Doubt counts in the sentence of the hit only, before it. */
function shareOf({ post, findings, matches, item }: Reading, first: number): number {
  const sentence = post.words[first]?.sentence ?? 0
  const isUncertain =
    post.sentences[sentence]?.isQuoted === true ||
    (findings.voices.get('uncertain') ?? []).some(
      (hit) => hit.first < first && first - hit.first <= 5 && post.words[hit.first]?.sentence === sentence,
    )
  const isContent = (item.rating ?? 0) >= leastContentStars
  const share = matches.onTopic.has(sentence) ? 1 : elsewhereShare
  return share * (isUncertain || isContent ? uncertainShare : 1)
}

/** A complaint about a rival or a place. Stars overrule words. */
function complaintOf({ post, item, polarity, matches }: Reading): Reason | undefined {
  const { rating } = item
  if (!matches.isAboutSubject || (rating === undefined ? polarity.value >= -0.2 : rating >= 4))
    return undefined
  if (rating !== undefined && rating >= 3) {
    return polarity.value > 0 ? undefined : { text: 'Is not content', points: complaintPoints.mixed }
  }
  const isWorst = rating !== undefined && rating < 2
  const isBad = rating !== undefined || polarity.value < -0.5
  const points = complaintPoints[isWorst ? 'worst' : isBad ? 'bad' : 'mild']
  const { strongest } = polarity
  const reason = { text: 'Complains', points }
  return strongest === undefined || strongest.value > 0 ? reason : reasonAt(post, strongest, reason)
}

/** A job ad says what its firm is building up. It tells nothing of a firm that is a rival's customer, or of a place. */
function roleOf({ post, mode, isJob, matches }: Reading): Reason | undefined {
  if (!isJob || mode !== 'market') return undefined
  const isInTitle = (hit: Hit<unknown>): boolean =>
    post.sentences[post.words[hit.first]?.sentence ?? 0]?.isTitle === true
  const role = matches.keywords.find(isInTitle) ?? matches.named[0]
  if (role !== undefined)
    return reasonAt(post, role, { text: 'Opens a role for the topic', points: jobPoints.topic })
  const [mention] = matches.keywords
  return (
    mention && reasonAt(post, mention, { text: 'Names the topic in a job ad', points: jobPoints.mention })
  )
}
