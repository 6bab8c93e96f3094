import { dayMs, type FoundItem, hourMs } from '@signalpost/domain'
import type { Component, Reason } from '../judgement.ts'
import type { Urgent } from '../reading/findings.ts'
import { polarityLanguages } from '../reading/polarity.ts'
import { quoteOf } from '../reading/post.ts'
import { evidenceCaps, halfLifeDays, multiSignalPoints, unaskedShare, urgent } from '../rubric/rubric-4.ts'
import { componentOf, reasonAt } from './component-of.ts'
import type { Reading } from './reading-of.ts'
import { withNeighbours } from './topic-of.ts'

const undatedFreshness = 0.5
const reviewPlatforms = new Set<FoundItem['platform']>(['google_reviews', 'g2', 'trustpilot'])
const moneyOrSize =
  /(?:[$€£]\s?\d[\d,.]{0,12}\s?[km]?\b|\b\d[\d,.]{0,9}\s?(?:\+\s?)?(?:seats|users|employees|people|agents|engineers|developers|locations|stores)\b)/i

/** A deadline counts for what is asked for. That of a job ad is one for people. */
export function urgencyOf({ post, findings, ageMs, isJob }: Reading, intent: number): Component {
  if (isJob) return componentOf('urgency', [])
  const share = freshness(ageMs) * (intent > 0 ? 1 : unaskedShare)
  const seen = new Set<Urgent>()
  const reasons: Reason[] = []
  for (const hit of findings.urgent) {
    if (seen.has(hit.value)) continue
    seen.add(hit.value)
    const { text, points } = urgent[hit.value]
    reasons.push(reasonAt(post, hit, { text, points: Math.round(points * share) }))
  }
  return componentOf('urgency', reasons)
}

export function recencyOf({ item, ageMs, isJob }: Reading): Component {
  if (ageMs === undefined) return componentOf('recency', [{ text: 'No date is known', points: 5 }])
  const kind = isJob ? 'job' : reviewPlatforms.has(item.platform) ? 'review' : 'post'
  const points = Math.round(10 * 0.5 ** (ageMs / dayMs / halfLifeDays[kind]))
  const days = Math.floor(ageMs / dayMs)
  return componentOf('recency', [
    { text: days === 0 ? 'Less than a day old' : `${days} ${days === 1 ? 'day' : 'days'} old`, points },
    { text: 'The date is approximate', points: item.approximateDate === true ? -2 : 0 },
  ])
}

export function commercialValueOf({ item, post, findings, isJob }: Reading): Component {
  const reasons: Reason[] = []
  const isNamed = item.subjectOrg?.name !== undefined || item.accountKey !== undefined
  reasons.push({ text: 'An organisation is known', points: isNamed ? 3 : 0 })
  // In an ad, money is a wage, and a senior role the one that is open.
  const size = isJob ? null : moneyOrSize.exec(post.text)
  if (size !== null) {
    const quote = quoteOf(post, size.index, size.index + size[0].length)
    reasons.push({ text: 'Names money or a size', points: 3, ...(quote !== undefined && { quote }) })
  }
  const senior = isJob ? undefined : findings.voices.get('seniority')?.[0]
  if (senior !== undefined) reasons.push(reasonAt(post, senior, { text: 'Names a senior role', points: 2 }))
  const scale = findings.voices.get('scale')?.[0]
  if (scale !== undefined)
    reasons.push(reasonAt(post, scale, { text: 'Names several places or openings', points: 2 }))
  return componentOf('commercialValue', reasons)
}

export function evidenceQualityOf({ item, post, findings, language, matches }: Reading): Component {
  const near = withNeighbours(matches.onTopic)
  const isNear = (sentence: number): boolean => matches.isAboutSubject || near.has(sentence)
  const words = post.words.filter(({ sentence }) => isNear(sentence)).length
  const length = words >= 80 ? 4 : words >= 25 ? 2 : 0
  const because = (findings.voices.get('reason') ?? []).filter(({ first }) =>
    isNear(post.words[first]?.sentence ?? 0),
  )
  const sentences = new Set(because.map(({ first }) => post.words[first]?.sentence)).size
  const reasons: Reason[] = [{ text: `Has ${words} words on the topic`, points: length }]
  const [first] = because
  if (first !== undefined) {
    reasons.push(reasonAt(post, first, { text: 'Gives a reason', points: sentences > 1 ? 3 : 2 }))
  }
  const isKnown = language !== undefined && polarityLanguages.has(language)
  reasons.push({ text: 'Is in a language that the judge reads', points: isKnown ? 3 : 0 })
  const sum = reasons.reduce((total, { points }) => total + points, 0)
  const cap = evidenceCaps[item.coverage]
  if (sum > cap) reasons.push({ text: 'Only a part of the post was read', points: cap - sum })
  return componentOf('evidenceQuality', reasons)
}

export function multiSignalOf(others: number): Component {
  const points = multiSignalPoints[Math.min(others, multiSignalPoints.length - 1)] ?? 0
  const text = `${others} other ${others === 1 ? 'post' : 'posts'} about it within 30 days`
  return componentOf('multiSignal', [{ text, points }])
}

/** Full within a day, three tenths after a week, nothing after two. */
function freshness(ageMs: number | undefined): number {
  if (ageMs === undefined) return undatedFreshness
  if (ageMs <= 24 * hourMs) return 1
  if (ageMs > 14 * dayMs) return 0
  return Math.max(0.3, 1 - (0.7 * (ageMs - dayMs)) / (6 * dayMs))
}
