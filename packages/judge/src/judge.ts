import { type FoundItem, languageOf, msOf } from '@signalpost/domain'
import { countOthers, type HistoryEntry } from './history/listener-history.ts'
import type { Component, JudgedMembers, JudgeInput, Judgement } from './judgement.ts'
import { classify, feelingOf } from './labels/classify.ts'
import {
  categoryOf,
  confidenceOf,
  inferenceHopsOf,
  purchaseIntentLevel,
  urgencyLevel,
} from './labels/levels.ts'
import { rationaleOf, situationOf, themesOf } from './labels/words.ts'
import { labelsOf, type Opinion, opinionLimits, opinionTexts } from './opinion/opinion.ts'
import { type Matches, matchPlan } from './pass.ts'
import { isCapital } from './reading/about-products.ts'
import { type Findings, findingsOf } from './reading/findings.ts'
import type { Hit } from './reading/phrase-index.ts'
import { polarityOf } from './reading/polarity.ts'
import { type Post, readPost } from './reading/post.ts'
import {
  commercialValueOf,
  evidenceQualityOf,
  multiSignalOf,
  recencyOf,
  urgencyOf,
} from './scoring/circumstances.ts'
import { moveComponent } from './scoring/component-of.ts'
import { fitOf, matchOf } from './scoring/fit.ts'
import { purchaseIntentOf } from './scoring/purchase-intent.ts'
import type { Reading } from './scoring/reading-of.ts'

const jobBoards = new Set<FoundItem['platform']>(['linkedin_jobs', 'indeed', 'ashby', 'greenhouse', 'lever'])

/** Scores and labels an item for a listener, or says why it is no candidate. The same input gives the same result. */
export function judge(input: JudgeInput): Judgement {
  const { item, listener, nowMs, history, opinion } = input
  const post = readPost(item)
  const matches = matchPlan(post, input)
  if ('passed' in matches) return matches
  const language = languageOf(post.text)
  const findings = findingsOf(post, { names: namesOf(post, matches), language })
  const reading: Reading = {
    mode: listener.mode,
    item,
    post,
    matches,
    findings,
    polarity: polarityOf(post),
    language,
    ageMs: item.publishedAt === undefined ? undefined : Math.max(0, nowMs - msOf(item.publishedAt)),
    isJob: jobBoards.has(item.platform) || (item.platform === 'hackernews' && isAd(item.title, findings)),
  }
  const match = matchOf(reading, input)
  const entry = entryOf(reading, match, nowMs)
  const purchaseIntent = purchaseIntentOf(reading)
  const byRules = [
    purchaseIntent,
    fitOf(reading, { match, intent: purchaseIntent.points }, input),
    urgencyOf(reading, purchaseIntent.points),
    recencyOf(reading),
    commercialValueOf(reading),
    evidenceQualityOf(reading),
    multiSignalOf(countOthers(history, entry)),
  ]
  const components = opinion === undefined ? byRules : moveByOpinion(byRules, opinion)
  const labels = labelsOf(listener.mode, reading.isJob)
  return { passed: true, members: membersOf(reading, components, input), components, labels, entry }
}

/** Where a post names rivals, or keywords that it or the plan writes as names: most words of a plan are no names of products. */
function namesOf(post: Post, { keywords, named }: Matches): Hit<string>[] {
  const isName = ({ value, first, last }: Hit<string>): boolean =>
    /[\p{Lu}\p{N}]/u.test(value) || isCapital(post, first) || isCapital(post, last)
  return [...named, ...keywords.filter(isName)]
}

const adAddress = /[/.](?:jobs|careers)\b/i

/** Ads on Hacker News have their facts in a row: firm, role, place. */
function isAd(title: string, { voices }: Findings): boolean {
  return voices.has('hiring') || title.split(' | ').length > 2 || adAddress.test(title)
}

function membersOf(
  reading: Reading,
  components: readonly Component[],
  { listener, opinion, rerankScore }: JudgeInput,
): JudgedMembers {
  const points = (name: Component['name']): number =>
    components.find((component) => component.name === name)?.points ?? 0
  const signalCategory = categoryOf(reading)
  const themes = themesOf(reading)
  const situation = situationOf(reading, listener, (feelingOf(reading) ?? 0) < 0)
  const matchedKeywords = keywordsOf(reading)
  return {
    relevanceScore: components.reduce((sum, component) => sum + component.points, 0),
    // Stars overrule a model, as they overrule words.
    classification:
      opinion === undefined || reading.item.rating !== undefined
        ? classify(reading, listener, points('purchaseIntent'))
        : opinion.classification,
    rationale: rationaleOf(components, reading),
    matchedKeywords,
    scoreVersion: 3,
    scoreBreakdown: {
      purchaseIntent: points('purchaseIntent'),
      fit: points('fit'),
      urgency: points('urgency'),
      recency: points('recency'),
      commercialValue: points('commercialValue'),
      evidenceQuality: points('evidenceQuality'),
      multiSignal: points('multiSignal'),
    },
    urgency: urgencyLevel(reading, points('urgency')),
    purchaseIntent: purchaseIntentLevel(points('purchaseIntent')),
    confidence: confidenceOf(reading),
    inferenceHops: inferenceHopsOf(reading),
    ...passageOf(matchedKeywords, rerankScore),
    ...(signalCategory !== undefined && { signalCategory }),
    ...(themes !== undefined && { themes }),
    ...(situation !== undefined && { situation }),
    ...textsOf(opinion),
  }
}

function passageOf(
  matchedKeywords: readonly string[],
  rerankScore: number | undefined,
): Pick<JudgedMembers, 'passedBy' | 'rerankScore'> {
  if (matchedKeywords.length > 0) return { passedBy: 'keyword' }
  return rerankScore === undefined ? {} : { passedBy: 'rerank', rerankScore }
}

function textsOf(opinion: Opinion | undefined): Pick<Opinion, (typeof opinionTexts)[number]> {
  return Object.fromEntries(
    opinionTexts.flatMap((name) => (opinion?.[name] === undefined ? [] : [[name, opinion[name]]])),
  )
}

function entryOf(reading: Reading, fit: number, nowMs: number): HistoryEntry {
  const { item, post } = reading
  const subjects = Object.entries({ account: item.accountKey, rival: item.rivalKey, place: item.placeKey })
  return {
    words: post.words.length,
    matchedKeywords: keywordsOf(reading),
    fit,
    subjects: subjects.flatMap(([kind, key]) => (key === undefined ? [] : [`${kind}:${key}`])),
    origin: item.author === undefined ? item.key : `${item.platform}:${item.author}`,
    atMs: item.publishedAt === undefined ? nowMs : msOf(item.publishedAt),
  }
}

function keywordsOf({ matches }: Reading): string[] {
  return [...new Set(matches.keywords.map(({ value }) => value))]
}

/** Moves the points of components within their limits and caps, and gives the reason. */
function moveByOpinion(components: readonly Component[], { points, evidence }: Opinion): Component[] {
  return components.map((component) => {
    const { name } = component
    if (!isMovable(name)) return component
    const limit = opinionLimits[name]
    const wanted = Math.max(-limit, Math.min(limit, points[name]))
    const text = wanted > 0 ? 'A language model sees more of it' : 'A language model sees less of it'
    return moveComponent(component, { text, points: wanted, quote: evidence })
  })
}

function isMovable(name: Component['name']): name is keyof typeof opinionLimits {
  return name in opinionLimits
}
