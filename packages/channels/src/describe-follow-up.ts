import { isRouted } from '@signalpost/domain'
import type { FollowUp, MessageLinks } from './channel.ts'
import { describeAlert } from './describe-alert.ts'
import { describeSignal, type SignalDescription } from './describe-signal.ts'
import { cutText } from './text/cut-text.ts'
import { sayMoment } from './text/say-moment.ts'
import type { Words } from './words/words.ts'

/** A follow-up in words for any channel: text without markup, not yet escaped. */
export type FollowUpDescription = {
  /** Who took the signal. */
  heading: string
  signal: SignalDescription
  /** The title of the signal, short enough for any channel. */
  title: string
  /** The organisation that it is about, and when it was taken; one line each. */
  facts: string[]
  /** The same with moments apart, for receivers that show them in the reader's zone. */
  timedFacts: TimedText[][]
  /** The rule of the alert that it follows. */
  origin: string
  words: Words
}

/** A text, and the moment after it. */
export type TimedText = { text: string; at?: string; date?: string }

const maxTitle = 300

/** Describes it. Someone took its signal, so it offers no way to take it. */
export function describeFollowUp({ alert, signal }: FollowUp, links: MessageLinks = {}): FollowUpDescription {
  const { origin, words } = describeAlert(alert, { maxItems: 1 })
  const description = describeSignal(signal, {
    words,
    names: alert.names,
    acknowledgedBy: alert.acknowledgedBy,
    sentMs: alert.sentMs,
    links: links.signalUrlOf === undefined ? {} : { signalUrlOf: links.signalUrlOf },
  })
  const { assignedTo: name, acknowledgedBy, account } = description
  const { assignedTo } = signal
  const acknowledgedAt = description.isAcknowledged ? signal.acknowledgedAt : undefined
  const isTaken = assignedTo !== undefined && !isRouted(assignedTo)
  const assigned = name === undefined ? [] : [`${words.assignedTo} ${name}`]
  // The heading of one that no one took names who acknowledged it.
  const acknowledging =
    acknowledgedBy === undefined || !isTaken
      ? words.acknowledged
      : `${words.acknowledgedBy} ${acknowledgedBy}`
  const timed = (text: string, at: string): TimedText => ({ text, at, date: sayMoment(at, alert.timeZone) })
  const acknowledged = acknowledgedAt === undefined ? [] : [timed(acknowledging, acknowledgedAt)]
  // The heading says the rest of what happened, unless both did.
  const happened = isTaken
    ? [timed(acknowledged.length === 0 ? '' : assigned.join(), assignedTo.at), ...acknowledged]
    : [...assigned.map((text) => ({ text })), ...acknowledged]
  const timedFacts = [...(account === undefined ? [] : [[{ text: account }]]), happened]
  return {
    heading:
      isTaken && name !== undefined
        ? words.took(atStart(name, words))
        : words.acknowledgedIt(acknowledgedBy && atStart(acknowledgedBy, words)),
    signal: description,
    title: cutText(description.title, maxTitle),
    facts: timedFacts.map((fact) => fact.map(sayTimed).join(' · ')),
    timedFacts,
    origin,
    words,
  }
}

/** A name stays as it is. */
function atStart(name: string, { someone }: Words): string {
  return name === someone ? `${someone.charAt(0).toUpperCase()}${someone.slice(1)}` : name
}

function sayTimed({ text, date }: TimedText): string {
  return date === undefined ? text : `${text} ${date}`.trim()
}
