import { isRouted, type Signal } from '@signalpost/domain'
import { platformNames } from './platform-names.ts'
import { cleanLine, cleanText } from './text/clean-text.ts'
import { cutText } from './text/cut-text.ts'

/** A signal in words for any channel: text without markup, not yet escaped or cut. */
export type SignalDescription = {
  signalId: string
  urgency: Signal['urgency']
  /** Urgency, platform and account on one line. */
  headline: string
  title: string
  score: string
  /** One line each: its classification, author and time. */
  facts: string[]
  /** The same without the time. */
  undatedFacts: string[]
  /** When it was posted, and how to say so. */
  posted: { label: string; atMs: number; date: string }
  /** Why it is relevant and what to do about it. */
  reasons: { label: string; text: string }[]
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
}

// Longer names would leave no room for the title.
const maxName = 80

const urgencyNames = { low: 'Low', medium: 'Medium', high: 'High', immediate: 'Immediate' }
const verdictNames = { good: 'Marked as good', bad: 'Marked as bad' }

export function describeSignal(
  signal: Signal,
  names: Readonly<Record<string, string>> = {},
): SignalDescription {
  const platform = platformNames[signal.source]
  const title = cleanLine(signal.title)
  const quote = cleanText(signal.excerpt).trim()
  const undatedFacts = factsOf(signal)
  const posted = postingOf(signal)
  return {
    signalId: signal.id,
    urgency: signal.urgency,
    headline: present([
      signal.urgency === undefined ? 'Signal' : `${urgencyNames[signal.urgency]} urgency`,
      platform,
      accountOf(signal),
    ]).join(' · '),
    title: title === '' ? 'A post without a title' : title,
    score: `Score ${signal.relevanceScore} of 100`,
    ...{ facts: [...undatedFacts, `${posted.label} ${posted.date}`], undatedFacts, posted },
    reasons: reasonsOf(signal),
    // On a platform without titles, the title is the first line of the text.
    quote: quote === '' || cleanLine(quote) === title ? undefined : quote,
    url: findLink(signal.url),
    urlLabel: `Open on ${platform}`,
    assignedTo: nameOf(signal.assignedTo?.userId, names),
    isRouted: signal.assignedTo !== undefined && isRouted(signal.assignedTo),
    verdict: describeVerdict(signal),
    isAcknowledged: signal.acknowledgedAt !== undefined,
  }
}

function accountOf({ subjectOrg, subjectName, accountKey }: Signal): string | undefined {
  const names = [subjectOrg?.name, subjectName, accountKey?.slice('d:'.length)]
  const [name] = present(names.map((text) => cleanLine(text ?? '')))
  return name === undefined ? undefined : cutText(name, maxName)
}

function factsOf(signal: Signal): string[] {
  const { purchaseIntent, confidence, signalCategory, rating, author } = signal
  const by = cutText(cleanLine(author ?? ''), maxName)
  return present([
    sayWords(signal.classification),
    signalCategory === undefined ? undefined : sayWords(signalCategory),
    purchaseIntent === undefined ? undefined : `${purchaseIntent} purchase intent`,
    confidence === undefined ? undefined : `${confidence} confidence`,
    rating === undefined ? undefined : `rated ${rating} of 5`,
    by === '' ? undefined : `by ${by}`,
  ])
}

function postingOf({ postedAt, approximateDate }: Signal): SignalDescription['posted'] {
  const label = approximateDate === true ? 'posted about' : 'posted'
  const date = `${postedAt.slice(0, 10)} ${postedAt.slice(11, 16)} UTC`
  return { label, atMs: Date.parse(postedAt), date }
}

/** A user chose the name, and a sender the id. */
function nameOf(userId: string | undefined, names: Readonly<Record<string, string>>): string | undefined {
  if (userId === undefined) return undefined
  const name = Object.hasOwn(names, userId) ? cleanLine(names[userId] ?? '') : ''
  return name === '' ? userId : cutText(name, maxName)
}

function describeVerdict({ feedback }: Signal): SignalDescription['verdict'] {
  return feedback === undefined
    ? undefined
    : { text: verdictNames[feedback.verdict], value: feedback.verdict }
}

function reasonsOf(signal: Signal): SignalDescription['reasons'] {
  const reasons = [
    { label: 'Why', text: signal.rationale },
    { label: 'Likely need', text: signal.inferredNeed },
    { label: 'Opportunity', text: signal.opportunity },
    { label: 'Next step', text: signal.recommendedAction },
    { label: 'Angle', text: signal.suggestedAngle },
  ]
  return reasons.flatMap(({ label, text = '' }) => {
    const clean = cleanText(text).trim()
    return clean === '' ? [] : [{ label, text: clean }]
  })
}

function findLink(text: string): string | undefined {
  const url = URL.parse(cleanLine(text))
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  return url.href.replaceAll(/[|<>"'`\\^{}]/g, (character) =>
    encodeURIComponent(character).replace("'", '%27'),
  )
}

function sayWords(name: string): string {
  return name.replaceAll('_', ' ')
}

function present(texts: (string | undefined)[]): string[] {
  return texts.filter((text): text is string => text !== undefined && text !== '')
}
