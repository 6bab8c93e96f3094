import { dayMs, hourMs, type Signal } from '@signalpost/domain'
import { polarityLanguages } from '../reading/polarity.ts'
import type { Reading } from '../scoring/reading-of.ts'

const oldMs = 72 * hourMs
const veryOldMs = 14 * dayMs

export function purchaseIntentLevel(points: number): NonNullable<Signal['purchaseIntent']> {
  if (points >= 24) return 'explicit'
  if (points >= 16) return 'strong'
  return points >= 8 ? 'moderate' : 'weak'
}

/** A post whose date is unknown may be old: only one that is known to be fresh is more than medium. */
export function urgencyLevel({ findings, ageMs }: Reading, points: number): NonNullable<Signal['urgency']> {
  if (ageMs !== undefined && ageMs > veryOldMs) return 'low'
  if (points < 4) return 'low'
  if (points < 8 || ageMs === undefined || ageMs > oldMs) return 'medium'
  const namesTime = findings.urgent.some(({ value }) => value !== 'outage')
  return points >= 12 && namesTime && ageMs < 24 * hourMs ? 'immediate' : 'high'
}

export function confidenceOf({
  item,
  findings,
  polarity,
  language,
}: Reading): NonNullable<Signal['confidence']> {
  const classes = new Set<string>([...findings.intents, ...findings.urgent].map(({ value }) => value))
  if (polarity.strongest !== undefined) classes.add('polarity')
  if (item.rating !== undefined) classes.add('rating')
  const isRead = language !== undefined && polarityLanguages.has(language)
  if (item.coverage === 'snippet' || !isRead || classes.size < 2) return 'low'
  const contradicts = item.rating !== undefined && (item.rating - 3) * polarity.value < 0
  return item.coverage === 'best_effort' || contradicts ? 'medium' : 'high'
}

/** 0 where a sentence on the topic itself says it. */
export function inferenceHopsOf({ post, findings, matches }: Reading): 0 | 1 {
  const isSaid = findings.intents.some(({ first }) => matches.onTopic.has(post.words[first]?.sentence ?? -1))
  return isSaid ? 0 : 1
}

/** Returns the category with the most phrases; undefined where two tie. */
export function categoryOf({ findings }: Reading): Signal['signalCategory'] {
  const counts = [...Map.groupBy(findings.categories, ({ value }) => value)]
    .map(([value, hits]) => ({ value, count: hits.length }))
    .sort((a, b) => b.count - a.count)
  const [best, second] = counts
  return best === undefined || best.count === second?.count ? undefined : best.value
}
