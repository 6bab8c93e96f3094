import type { InboxItem, InboxMessage } from '@signalpost/domain'
import type { Content } from '../channel.ts'
import { type AlertDescription, describeAlert, findMostUrgent } from '../describe-alert.ts'
import { describeFollowUp } from '../describe-follow-up.ts'
import { type SignalDescription, sayStatus } from '../describe-signal.ts'
import { cleanLine, cleanText } from '../text/clean-text.ts'
import { cutText } from '../text/cut-text.ts'

export const maxInboxItems = 50

const maxTitle = 300
const maxReason = 700
const maxShortReason = 300
const maxQuote = 2_000
const maxNotice = 4_000

/** Returns a content as the console shows it: plain text in parts. Undefined for what no one reads there. */
export function findInboxMessage(content: Content): InboxMessage | undefined {
  if ('event' in content) return undefined
  if ('notice' in content) {
    const { heading, text } = content.notice
    return {
      ...{ kind: 'notice', heading: cutText(cleanLine(heading), maxTitle), items: [] },
      text: cutText(cleanText(text).trim(), maxNotice),
    }
  }
  if ('followUp' in content) {
    const { heading, signal, facts, origin } = describeFollowUp(content.followUp)
    const said = { ...itemOf(signal), facts: facts.join(' · '), reasons: [] }
    return { kind: 'follow_up', heading, origin, items: [said] }
  }
  return renderAlert(describeAlert(content.alert, { maxItems: maxInboxItems }), content.alert)
}

function renderAlert(
  { lead, heading, origin, signals, rest, isSingle }: AlertDescription,
  { kind, items, mostUrgent = findMostUrgent(items) }: Extract<Content, { alert: unknown }>['alert'],
): InboxMessage {
  return {
    kind: kind === 'digest' ? 'digest' : 'alert',
    heading: lead ?? heading,
    ...(mostUrgent !== undefined && { urgency: mostUrgent.urgency }),
    ...(lead !== undefined && !isSingle && { text: heading }),
    origin,
    items: signals.map((signal) => (isSingle ? inFull(signal) : inShort(signal))),
    ...(rest !== undefined && { rest }),
  }
}

function inFull(signal: SignalDescription): InboxItem {
  const { headline, score, facts, reasons, quote } = signal
  return {
    ...itemOf(signal),
    facts: [headline, score, ...facts].join(' · '),
    reasons: reasons.map(({ label, text }) => `${label}: ${cutText(text, maxReason)}`),
    ...(quote !== undefined && { quote: cutText(quote, maxQuote) }),
  }
}

function inShort(signal: SignalDescription): InboxItem {
  const { headline, score, reasons } = signal
  return {
    ...itemOf(signal),
    facts: `${headline} · ${score}`,
    reasons: reasons.slice(0, 1).map(({ text }) => cutText(text, maxShortReason)),
  }
}

function itemOf({ signalId, title, status, url }: SignalDescription): Omit<InboxItem, 'facts' | 'reasons'> {
  const said = sayStatus(status)
  return {
    ...{ signalId, title: cutText(title, maxTitle) },
    ...(said !== undefined && { status: said }),
    ...(url !== undefined && { url }),
  }
}
