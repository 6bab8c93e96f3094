import type { Signal } from '@signalpost/domain'
import type { Alert } from './channel.ts'
import { describeSignal, type SignalDescription } from './describe-signal.ts'
import { cleanLine } from './text/clean-text.ts'
import type { Words } from './words/words.ts'
import { wordsOf } from './words/words-of.ts'

/** An alert in words for any channel: text without markup, not yet escaped or cut. */
export type AlertDescription = {
  /** A summary in one line. */
  heading: string
  /** The rule, and why its signals share an alert. */
  origin: string
  signals: SignalDescription[]
  /** The last line of a list that leaves some out; undefined if it names all. */
  rest: string | undefined
  words: Words
  /** One signal, in full; several are each shown in short. */
  isSingle: boolean
}

export function describeAlert(alert: Alert, { maxItems }: { maxItems: number }): AlertDescription {
  const { items, reason, group, names, acknowledgedBy, style } = alert
  const words = wordsOf(style?.language)
  const total = Math.max(alert.total, items.length)
  const signals = orderOf(alert)
    .slice(0, maxItems)
    .map((signal) => describeSignal(signal, { words, names, acknowledgedBy, parts: style?.parts }))
  const [first] = signals
  const isSingle = total === 1 && first !== undefined
  const origin = originOf(alert, words)
  const more = total - signals.length
  return {
    heading: isSingle ? first.headline : headingOf({ kind: alert.kind, total, group }, words),
    origin: reason === undefined ? origin : `${origin} · ${words.held[reason]}`,
    signals,
    rest: more > 0 ? words.more(more, signals.length) : undefined,
    ...{ isSingle, words },
  }
}

const urgencyOrder = ['immediate', 'high', 'medium', 'low']

/** The most urgent of several alerts comes first; a digest has the best first. */
function orderOf({ kind, items }: Alert): Signal[] {
  if (kind === 'digest') return items
  const rank = ({ urgency }: Signal) =>
    urgency === undefined ? urgencyOrder.length : urgencyOrder.indexOf(urgency)
  return items.toSorted((one, other) => rank(one) - rank(other))
}

function originOf({ ruleName, escalation, person }: Alert, words: Words): string {
  const whom = escalation?.person ?? person
  const recipient = whom === undefined ? '' : `${words.forPerson} ${cleanLine(whom.name)} · `
  if (escalation === undefined) return `${recipient}${words.rule}: ${cleanLine(ruleName)}`
  return `${recipient}${words.escalation}: ${cleanLine(ruleName)} · ${words.step(escalation)}`
}

function headingOf(
  { kind, total, group }: Pick<Alert, 'kind' | 'total'> & { group: string | undefined },
  words: Words,
): string {
  const count = words.signals(total)
  const subject = kind === 'digest' ? words.digest(count) : count
  const common = cleanLine(group ?? '')
  return common === '' ? subject : `${subject} · ${common}`
}
