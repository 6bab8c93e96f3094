import type { Signal } from '@signalpost/domain'
import type { Alert } from './channel.ts'
import { describeSignal, type SignalDescription } from './describe-signal.ts'
import { cleanLine } from './text/clean-text.ts'

/** An alert in words for any channel: text without markup, not yet escaped or cut. */
export type AlertDescription = {
  /** A summary in one line. */
  heading: string
  /** The rule, and why its signals share an alert. */
  origin: string
  signals: SignalDescription[]
  /** How many more signals there are. */
  more: number
  /** One signal, in full; several are each shown in short. */
  isSingle: boolean
}

const reasonTexts = {
  quiet_hours: 'held back during quiet hours',
  throttle: 'held back by the limit of the rule',
  expired: 'could not be sent in time',
}

export function describeAlert(alert: Alert, { maxItems }: { maxItems: number }): AlertDescription {
  const { items, reason, group } = alert
  const total = Math.max(alert.total, items.length)
  const signals = orderOf(alert)
    .slice(0, maxItems)
    .map((signal) => describeSignal(signal, alert.names))
  const [first] = signals
  const isSingle = total === 1 && first !== undefined
  const rule = originOf(alert)
  return {
    heading: isSingle ? first.headline : headingOf({ kind: alert.kind, total, group }),
    origin: reason === undefined ? rule : `${rule} · ${reasonTexts[reason]}`,
    signals,
    more: total - signals.length,
    isSingle,
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

function originOf({ ruleName, escalation, person }: Alert): string {
  const whom = escalation?.person ?? person
  const recipient = whom === undefined ? '' : `For ${cleanLine(whom.name)} · `
  if (escalation === undefined) return `${recipient}Rule: ${cleanLine(ruleName)}`
  const { round, step, steps } = escalation
  const place = `step ${step} of ${steps}${round > 1 ? `, round ${round}` : ''}`
  return `${recipient}Escalation: ${cleanLine(ruleName)} · ${place}`
}

/** Returns the last line of a list that leaves some out. */
export function sayMore(more: number, shown: number): string {
  const what = more === 1 ? 'signal' : 'signals'
  return shown === 0 ? `${more} ${what}` : `and ${more} more ${what}`
}

function headingOf({
  kind,
  total,
  group,
}: Pick<Alert, 'kind' | 'total'> & { group: string | undefined }): string {
  const count = total === 0 ? 'No signals' : total === 1 ? '1 signal' : `${total} signals`
  const subject = kind === 'digest' ? `Digest: ${count}` : count
  const common = cleanLine(group ?? '')
  return common === '' ? subject : `${subject} · ${common}`
}
