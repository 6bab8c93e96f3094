import type { JudgeInput, Reason } from '../judgement.ts'
import { feelingOf } from '../labels/classify.ts'
import { learnedReason } from '../learning/learned-reason.ts'
import {
  namedPoints,
  otherPlaceShare,
  sellerPoints,
  subjectPoints,
  unaskedShare,
} from '../rubric/rubric-4.ts'
import { componentOf, moveComponent, reasonAt } from './component-of.ts'
import type { Reading } from './reading-of.ts'
import { sellerOf } from './seller-of.ts'
import { isInTitle, isOpened, isOtherPlace, leavesAllTheSame, subjectShareOf } from './topic-of.ts'

const mostByWords = 18
/** The finds after which the listener's own distribution weighs as much as the general one. */
const trustedFits = 50
const saturation = 1.2
const lengthShare = 0.6
const usualWords = 120
const evenFit = 2.5
const clearFeeling = 0.4

/** Returns how well the words match: BM25F over title, text and place, with the rarity of words among this listener's finds. */
export function matchOf(reading: Reading, { history }: Pick<JudgeInput, 'history'>): number {
  const { post, matches, item } = reading
  const place = ` ${(item.place ?? '').toLowerCase()} `
  const average = history.documents < trustedFits ? usualWords : history.words / history.documents
  const norm = 1 - lengthShare + (lengthShare * post.words.length) / average
  let sum = 0
  for (const [keyword, hits] of Map.groupBy(matches.keywords, ({ value }) => value)) {
    const weight = hits.reduce((total, hit) => total + (isInTitle(reading, hit) ? 2 : 1), 0)
    const frequency = weight + (place.includes(` ${keyword.toLowerCase()} `) ? 1 : 0)
    const counts = history.documentsByKeyword
    const known = Object.hasOwn(counts, keyword) ? (counts[keyword] ?? 0) : 0
    const rarity = Math.log(1 + (history.documents - known + 0.5) / (known + 0.5))
    const usual = history.documents < trustedFits ? 1.5 : Math.max(0.2, rarity)
    sum += (usual * frequency * (saturation + 1)) / (frequency + saturation * norm)
  }
  return Math.round(sum * 1_000) / 1_000
}

/** `intent` is what the post asks for, in points. */
export function fitOf(
  reading: Reading,
  { match, intent }: { match: number; intent: number },
  { history, weights }: JudgeInput,
) {
  const { post, matches, mode, isJob, item } = reading
  const general = match / (match + evenFit)
  const below = history.fits.filter((fit) => fit < match).length
  const equal = history.fits.filter((fit) => fit === match).length
  const trust = history.fits.length / (history.fits.length + trustedFits)
  const quantile = history.fits.length === 0 ? 0 : (below + equal / 2) / history.fits.length
  const matched = mostByWords * (trust * quantile + (1 - trust) * general)
  const isElsewhere = mode !== 'market' && !matches.isAboutSubject
  const byWords = Math.round(isElsewhere ? matched / 2 : matched)
  const reasons: Reason[] = []
  const best = matches.keywords.find((hit) => isInTitle(reading, hit)) ?? matches.keywords[0]
  const opened = isJob ? matches.named.find((hit) => isOpened(reading, hit)) : undefined
  const named = opened ?? matches.named[0]
  if (best !== undefined) {
    const text = isInTitle(reading, best) ? 'Names a keyword in the title' : 'Names a keyword'
    reasons.push(reasonAt(post, best, { text, points: byWords }))
  }
  if (named !== undefined) {
    const points = opened === undefined ? namedPoints.anywhere : namedPoints.opened
    reasons.push(reasonAt(post, named, { text: 'Names whom or what the plan looks for', points }))
  }
  if (matches.isAboutSubject) {
    const about = Math.round(subjectPoints.about * (isOtherPlace(reading) ? otherPlaceShare : 1))
    reasons.push({ text: 'Is about whom the plan watches', points: about })
    if (mode === 'places' && matches.isOfPlan && named === undefined) {
      reasons.push({ text: 'Its place is of the plan', points: namedPoints.place })
    }
    const asks = item.rating === undefined && intent > 0
    const isContent = !asks && !leavesAllTheSame(reading) && (feelingOf(reading) ?? 0) > clearFeeling
    reasons.push({ text: 'Its author is content', points: isContent ? subjectPoints.content : 0 })
  }
  const seller = sellerOf(reading)
  if (seller !== undefined) {
    reasons.push(reasonAt(post, seller, { text: 'Sells something itself', points: sellerPoints }))
  }
  const subject = subjectShareOf(reading)
  const byRules = reasons.reduce((total, { points }) => total + points, 0)
  const share = (isJob ? 1 : subject) * (intent > 0 ? 1 : unaskedShare)
  const lost = Math.min(0, Math.round(Math.max(0, byRules) * (share - 1)))
  reasons.push({ text: intent > 0 ? 'Is mostly about something else' : 'Asks for nothing', points: lost })
  // "Hiring" says of an ad that it is one, which its points for the role say already.
  const ofAds = new Set(isJob ? (reading.findings.voices.get('hiring') ?? []).map(({ last }) => last) : [])
  const excluded = matches.exclusions.find(({ last }) => !ofAds.has(last))
  if (excluded !== undefined) {
    const isNear = matches.onTopic.has(post.words[excluded.first]?.sentence ?? 0)
    reasons.push(reasonAt(post, excluded, { text: 'Has an exclusion of the plan', points: isNear ? -6 : -4 }))
  }
  const keywords = [...new Set(matches.keywords.map(({ value }) => value))]
  // After the cap, which would swallow what verdicts say of a post that has more points than it can hold.
  return moveComponent(componentOf('fit', reasons), learnedReason(weights, keywords))
}
