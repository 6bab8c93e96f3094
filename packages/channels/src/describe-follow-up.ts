import { isRouted } from '@signalpost/domain'
import type { FollowUp } from './channel.ts'
import { describeAlert } from './describe-alert.ts'
import { describeSignal, type SignalDescription, sayMoment } from './describe-signal.ts'
import { cutText } from './text/cut-text.ts'
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
  /** The rule of the alert that it follows. */
  origin: string
  words: Words
}

const maxTitle = 300

export function describeFollowUp({ alert, signal }: FollowUp): FollowUpDescription {
  const { origin, words } = describeAlert(alert, { maxItems: 1 })
  const description = describeSignal(signal, {
    words,
    names: alert.names,
    acknowledgedBy: alert.acknowledgedBy,
  })
  const { assignedTo: name, acknowledgedBy, account } = description
  const { assignedTo, acknowledgedAt } = signal
  const isTaken = assignedTo !== undefined && !isRouted(assignedTo)
  const assigned = name === undefined ? [] : [`${words.assignedTo} ${name}`]
  // The heading of one that no one took names who acknowledged it.
  const acknowledging =
    acknowledgedBy === undefined || !isTaken
      ? words.acknowledged
      : `${words.acknowledgedBy} ${acknowledgedBy}`
  const acknowledged = acknowledgedAt === undefined ? [] : [`${acknowledging} ${sayMoment(acknowledgedAt)}`]
  // The heading says the rest of what happened, unless both did.
  const happened = isTaken
    ? acknowledged.length === 0
      ? [sayMoment(assignedTo.at)]
      : [`${assigned.join()} ${sayMoment(assignedTo.at)}`, ...acknowledged]
    : [...assigned, ...acknowledged]
  return {
    heading: isTaken && name !== undefined ? words.took(name) : words.acknowledgedIt(acknowledgedBy),
    signal: description,
    title: cutText(description.title, maxTitle),
    facts: [...(account === undefined ? [] : [account]), happened.join(' · ')],
    origin,
    words,
  }
}
