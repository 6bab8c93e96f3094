import { findTaken, type Signal } from '@signalpost/domain'
import type { Alert, MessageLinks, MostUrgent } from './channel.ts'
import { describeSignal, markOf, type SignalDescription } from './describe-signal.ts'
import { cleanLine, readLine } from './text/clean-text.ts'
import type { Words } from './words/words.ts'
import { wordsOf } from './words/words-of.ts'

/** An alert in words for any channel: text without markup, not yet escaped or cut. */
export type AlertDescription = {
  /** What comes first: that no one took the signals of a step. */
  lead: string | undefined
  /** A summary in one line. */
  heading: string
  /** The first line: the lead or the heading, with a sign of the greatest urgency. */
  top: string
  /** The rule, and why its signals share an alert. */
  origin: string
  signals: SignalDescription[]
  /** The last line of a list that leaves some out; undefined if it names all. */
  rest: string | undefined
  words: Words
  /** One signal, in full; several are each shown in short. */
  isSingle: boolean
}

export function describeAlert(
  alert: Alert,
  { maxItems, links }: { maxItems: number; links?: MessageLinks },
): AlertDescription {
  const { items, reason, group, names, acknowledgedBy, style, timeZone, sentMs } = alert
  const words = wordsOf(style?.language)
  const total = Math.max(alert.total, items.length)
  const signals = orderOf(alert)
    .slice(0, maxItems)
    .map((signal) =>
      describeSignal(signal, { words, names, acknowledgedBy, timeZone, links, sentMs, parts: style?.parts }),
    )
  const [first] = signals
  const isSingle = total === 1 && first !== undefined
  const origin = originOf(alert, words)
  const more = total - signals.length
  const mostUrgent = alert.mostUrgent ?? findMostUrgent(items)
  const lead = leadOf(alert, { total, words })
  const heading = isSingle ? first.headline : headingOf({ kind: alert.kind, total, group, mostUrgent }, words)
  return {
    ...{ lead, heading },
    top: total === 0 ? heading : `${markOf(mostUrgent)} ${lead ?? heading}`,
    origin: reason === undefined ? origin : `${origin} · ${words.held[reason]}`,
    signals,
    rest: more > 0 ? words.more(more, signals.length) : undefined,
    ...{ isSingle, words },
  }
}

const urgencyOrder = ['immediate', 'high', 'medium', 'low'] as const

/** Returns the greatest urgency of signals, and how many have it; undefined if none has any. */
export function findMostUrgent(items: readonly Signal[]): MostUrgent | undefined {
  const urgency = urgencyOrder.find((one) => items.some((item) => item.urgency === one))
  if (urgency === undefined) return undefined
  return { urgency, count: items.filter((item) => item.urgency === urgency).length }
}

/** An edited message does not say it of signals that someone has taken since. */
function leadOf(
  { items, escalation }: Alert,
  { total, words }: { total: number; words: Words },
): string | undefined {
  if (escalation === undefined) return undefined
  const isUntaken = items.some((signal) => findTaken(signal, escalation.unless) === undefined)
  return isUntaken ? words.untaken(total, escalation.waitedMs) : undefined
}

/** The most urgent of several alerts comes first; a digest has the best first. */
function orderOf({ kind, items }: Alert): Signal[] {
  if (kind === 'digest') return items
  const rank = ({ urgency }: Signal) =>
    urgency === undefined ? urgencyOrder.length : urgencyOrder.indexOf(urgency)
  return items.toSorted((one, other) => rank(one) - rank(other))
}

function originOf({ ruleName, escalation, items, routed = {} }: Alert, words: Words): string {
  const [first, ...others] = items
  const whom = escalation?.person ?? (others.length === 0 ? routed[first?.id ?? ''] : undefined)
  const recipient = whom === undefined ? '' : `${words.forPerson} ${cleanLine(whom.name)} · `
  if (escalation === undefined) return `${recipient}${words.rule}: ${cleanLine(ruleName)}`
  return `${recipient}${words.escalation}: ${cleanLine(ruleName)} · ${words.step(escalation)}`
}

function headingOf(
  {
    kind,
    total,
    group,
    mostUrgent,
  }: Pick<Alert, 'kind' | 'total'> & { group: string | undefined; mostUrgent: MostUrgent | undefined },
  words: Words,
): string {
  const count = words.signals(total)
  const parts = [
    kind === 'digest' ? words.digest(count) : count,
    readLine(group ?? ''),
    mostUrgent === undefined ? '' : urgencyOf(mostUrgent, total, words),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

function urgencyOf({ urgency, count }: MostUrgent, total: number, words: Words): string {
  return count >= total ? words.urgency[urgency] : words.mostUrgent(count, urgency)
}
