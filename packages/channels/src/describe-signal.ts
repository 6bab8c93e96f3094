import { isRouted, type MessagePart, type Signal } from '@signalpost/domain'
import { platformNames } from './platform-names.ts'
import { cleanLine, cleanText } from './text/clean-text.ts'
import { cutText } from './text/cut-text.ts'
import type { Words } from './words/words.ts'

/** A signal in words for any channel: text without markup, not yet escaped or cut. */
export type SignalDescription = {
  signalId: string
  urgency: Signal['urgency']
  /** Shows the urgency at a glance, whatever colours the reader has. */
  mark: string
  /** Urgency, platform and account on one line. */
  headline: string
  /** The organisation or the person that it is about. */
  account: string | undefined
  title: string
  score: string
  /** One line each: its classification, author and time. */
  facts: string[]
  /** The same without the time. */
  undatedFacts: string[]
  /** When it was posted, and how to say so. */
  posted: { label: string; atMs: number; date: string }
  /** Why it is relevant and what to do about it. */
  reasons: { part: MessagePart; label: string; text: string }[]
  /** The post's own text. */
  quote: string | undefined
  /** An http or https URL. Characters with a meaning in markup are percent-encoded too. */
  url: string | undefined
  urlLabel: string
  /** The name or the id of the assignee. */
  assignedTo: string | undefined
  /** Whether a rule gave it to the assignee, who has not taken it yet. */
  isRouted: boolean
  verdict: { text: string; value: 'good' | 'bad' } | undefined
  isAcknowledged: boolean
  /** The name or the id of who acknowledged it. */
  acknowledgedBy: string | undefined
}

// Longer names would leave no room for the title.
const maxName = 80

const marks = { immediate: '🔴', high: '🟠', medium: '🟡', low: '⚪' }

type Telling = {
  words: Words
  names?: Readonly<Record<string, string>> | undefined
  acknowledgedBy?: Readonly<Record<string, string>> | undefined
  /** The parts to tell; null for all. */
  parts?: readonly MessagePart[] | null | undefined
}

export function describeSignal(
  signal: Signal,
  { words, names = {}, acknowledgedBy = {}, parts = null }: Telling,
): SignalDescription {
  const tells = (part: MessagePart): boolean => parts === null || parts.includes(part)
  const platform = platformNames[signal.source]
  const title = cleanLine(signal.title)
  const quote = cleanText(signal.excerpt).trim()
  const undatedFacts = tells('facts') ? factsOf(signal, words) : []
  const posted = postingOf(signal, words)
  const account = accountOf(signal)
  return {
    signalId: signal.id,
    urgency: signal.urgency,
    mark: marks[signal.urgency ?? 'low'],
    headline: present([
      signal.urgency === undefined ? words.signal : words.urgency[signal.urgency],
      platform,
      account,
    ]).join(' · '),
    account,
    title: title === '' ? words.untitled : title,
    score: words.score(signal.relevanceScore),
    ...{ facts: [...undatedFacts, `${posted.label} ${posted.date}`], undatedFacts, posted },
    reasons: reasonsOf(signal, words).filter(({ part }) => tells(part)),
    // On a platform without titles, the title is the first line of the text.
    quote: quote === '' || cleanLine(quote) === title || !tells('quote') ? undefined : quote,
    url: findLink(signal.url),
    urlLabel: words.openOn(platform),
    assignedTo: nameOf(signal.assignedTo?.userId, names),
    isRouted: signal.assignedTo !== undefined && isRouted(signal.assignedTo),
    verdict: describeVerdict(signal, words),
    isAcknowledged: signal.acknowledgedAt !== undefined,
    acknowledgedBy: nameOf(
      Object.hasOwn(acknowledgedBy, signal.id) ? acknowledgedBy[signal.id] : undefined,
      names,
    ),
  }
}

function accountOf({ subjectOrg, subjectName, accountKey }: Signal): string | undefined {
  const names = [subjectOrg?.name, subjectName, accountKey?.slice('d:'.length)]
  const [name] = present(names.map((text) => cleanLine(text ?? '')))
  return name === undefined ? undefined : cutText(name, maxName)
}

function factsOf(signal: Signal, words: Words): string[] {
  const { purchaseIntent, confidence, signalCategory, rating, author } = signal
  const by = cutText(cleanLine(author ?? ''), maxName)
  return present([
    sayWord(signal.classification, words),
    signalCategory === undefined ? undefined : sayWord(signalCategory, words),
    purchaseIntent === undefined ? undefined : words.purchaseIntent(purchaseIntent),
    confidence === undefined ? undefined : words.confidence(confidence),
    rating === undefined ? undefined : words.rated(rating),
    by === '' ? undefined : words.by(by),
  ])
}

function postingOf({ postedAt, approximateDate }: Signal, words: Words): SignalDescription['posted'] {
  const label = approximateDate === true ? words.postedAbout : words.posted
  return { label, atMs: Date.parse(postedAt), date: sayMoment(postedAt) }
}

export function sayMoment(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`
}

/** A user chose the name, and a sender the id. */
function nameOf(userId: string | undefined, names: Readonly<Record<string, string>>): string | undefined {
  if (userId === undefined) return undefined
  const name = Object.hasOwn(names, userId) ? cleanLine(names[userId] ?? '') : ''
  return name === '' ? userId : cutText(name, maxName)
}

function describeVerdict({ feedback }: Signal, words: Words): SignalDescription['verdict'] {
  return feedback === undefined
    ? undefined
    : { text: words.verdicts[feedback.verdict], value: feedback.verdict }
}

function reasonsOf(signal: Signal, { labels }: Words): SignalDescription['reasons'] {
  const reasons = [
    { part: 'why' as const, text: signal.rationale },
    { part: 'need' as const, text: signal.inferredNeed },
    { part: 'opportunity' as const, text: signal.opportunity },
    { part: 'next_step' as const, text: signal.recommendedAction },
    { part: 'angle' as const, text: signal.suggestedAngle },
  ]
  return reasons.flatMap(({ part, text = '' }) => {
    const clean = cleanText(text).trim()
    return clean === '' ? [] : [{ part, label: labels[part], text: clean }]
  })
}

function findLink(text: string): string | undefined {
  const url = URL.parse(cleanLine(text))
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  return url.href.replaceAll(/[|<>"'`\\^{}]/g, (character) =>
    encodeURIComponent(character).replace("'", '%27'),
  )
}

function sayWord(name: string, { vocabulary }: Words): string {
  return (Object.hasOwn(vocabulary, name) ? vocabulary[name] : undefined) ?? name.replaceAll('_', ' ')
}

function present(texts: (string | undefined)[]): string[] {
  return texts.filter((text): text is string => text !== undefined && text !== '')
}
