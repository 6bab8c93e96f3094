import {
  hasCome,
  isOwnId,
  isRouted,
  type MessagePart,
  nameAccount,
  platformNames,
  type Signal,
} from '@signalpost/domain'
import type { MessageLinks } from './channel.ts'
import { cleanLine, readLine, readText } from './text/clean-text.ts'
import { cutText } from './text/cut-text.ts'
import { sayMoment } from './text/say-moment.ts'
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
  /** Its page in the console. */
  pageUrl: string | undefined
  /** Where a reader acknowledges it; undefined once someone did. */
  acknowledgeUrl: string | undefined
  /** The name of the assignee. */
  assignedTo: string | undefined
  /** Whether a rule gave it to the assignee, who has not taken it yet. */
  isRouted: boolean
  verdict: 'good' | 'bad' | undefined
  isAcknowledged: boolean
  /** The name of who acknowledged it. */
  acknowledgedBy: string | undefined
  /** Who has it, its verdict, and who acknowledged it. */
  status: StatusPart[]
}

/** A person may be shown as a mention between the texts. */
export type StatusPart = { text: string; person?: string; after?: string }

// Longer names would leave no room for the title.
const maxName = 80

const marks = { immediate: '🔴', high: '🟠', medium: '🟡', low: '⚪' }

/** Returns the sign of a signal's urgency. */
export function markOf(signal: Pick<Signal, 'urgency'> | undefined): string {
  return marks[signal?.urgency ?? 'low']
}

type Telling = {
  words: Words
  names?: Readonly<Record<string, string>> | undefined
  acknowledgedBy?: Readonly<Record<string, string>> | undefined
  timeZone?: string | undefined
  sentMs?: number | undefined
  links?: MessageLinks | undefined
  /** The parts to tell; null for all. */
  parts?: readonly MessagePart[] | null | undefined
}

export function describeSignal(
  signal: Signal,
  {
    words,
    names = {},
    acknowledgedBy: acknowledgers = {},
    timeZone,
    sentMs = Number.POSITIVE_INFINITY,
    links = {},
    parts = null,
  }: Telling,
): SignalDescription {
  const tells = (part: MessagePart): boolean => parts === null || parts.includes(part)
  const platform = platformNames[signal.source]
  const title = readLine(signal.title)
  const quote = readText(signal.excerpt)
  const undatedFacts = tells('facts') ? factsOf(signal, words) : []
  const posted = postingOf(signal, { words, timeZone })
  const account = accountOf(signal)
  const { id: signalId } = signal
  const isAcknowledged = hasCome(signal.acknowledgedAt, sentMs)
  const assignedTo = nameOf(signal.assignedTo?.userId, { names, words })
  const by = isAcknowledged && Object.hasOwn(acknowledgers, signalId) ? acknowledgers[signalId] : undefined
  const acknowledgedBy = nameOf(by, { names, words })
  return {
    signalId,
    urgency: signal.urgency,
    mark: markOf(signal),
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
    pageUrl: links.signalUrlOf?.(signalId),
    acknowledgeUrl: isAcknowledged ? undefined : links.acknowledgeUrlOf?.(signalId),
    assignedTo,
    isRouted: signal.assignedTo !== undefined && isRouted(signal.assignedTo),
    verdict: signal.feedback?.verdict,
    isAcknowledged,
    acknowledgedBy,
    status: [
      ...assignmentOf(signal, assignedTo, words),
      ...(signal.feedback === undefined ? [] : [{ text: words.verdicts[signal.feedback.verdict] }]),
      ...(isAcknowledged ? [acknowledgementOf(acknowledgedBy, words)] : []),
    ],
  }
}

/** Returns the status in one line; undefined if nothing happened. */
export function sayStatus(status: readonly StatusPart[]): string | undefined {
  const texts = status.map(({ text, person, after = '' }) =>
    person === undefined ? text : `${text} ${person}${after}`,
  )
  return texts.length === 0 ? undefined : texts.join(' · ')
}

function assignmentOf({ assignedTo }: Signal, person: string | undefined, words: Words): StatusPart[] {
  if (assignedTo === undefined || person === undefined) return []
  if (isRouted(assignedTo)) return [{ text: words.givenTo, person, after: words.notTakenYet }]
  return [{ text: assignedTo.by === assignedTo.userId ? words.takenBy : words.assignedTo, person }]
}

function acknowledgementOf(person: string | undefined, words: Words): StatusPart {
  return person === undefined ? { text: words.acknowledged } : { text: words.acknowledgedBy, person }
}

function accountOf({ subjectOrg, subjectName, accountKey }: Signal): string | undefined {
  const names = [subjectOrg?.name, subjectName, accountKey && nameAccount(accountKey)]
  const [name] = present(names.map((text) => readLine(text ?? '')))
  return name === undefined ? undefined : cutText(name, maxName)
}

function factsOf(signal: Signal, words: Words): string[] {
  const { purchaseIntent, rating, author } = signal
  const by = cutText(readLine(author ?? ''), maxName)
  return present([
    purchaseIntent === undefined ? sayWord(signal.classification, words) : words.intent[purchaseIntent],
    rating === undefined ? undefined : words.rated(rating),
    by === '' ? undefined : words.by(by),
  ])
}

function postingOf(
  { postedAt, approximateDate }: Signal,
  { words, timeZone }: Pick<Telling, 'words' | 'timeZone'>,
): SignalDescription['posted'] {
  const label = approximateDate === true ? words.postedAbout : words.posted
  return { label, atMs: Date.parse(postedAt), date: sayMoment(postedAt, timeZone) }
}

/** By the name, or else by the id of another sender. */
function nameOf(
  userId: string | undefined,
  { names, words }: { names: Readonly<Record<string, string>>; words: Words },
): string | undefined {
  if (userId === undefined) return undefined
  const name = Object.hasOwn(names, userId) ? cleanLine(names[userId] ?? '') : ''
  if (name !== '') return cutText(name, maxName)
  return isOwnId(userId) ? words.someone : cutText(cleanLine(userId), maxName)
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
    const clean = readText(text)
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
