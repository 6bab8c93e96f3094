import type { Alert } from './channel.ts'
import { cleanLine } from './clean-text.ts'
import { describeSignal, type SignalDescription } from './describe-signal.ts'

/** An alert in words, whatever the channel: text without markup, to be escaped and cut. */
export type AlertDescription = {
  /** One line that says it all where there is room for no more. */
  heading: string
  /** How it came about: the rule, and why its signals come together. */
  origin: string
  signals: SignalDescription[]
  /** How many there are beyond `signals`. */
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
  const signals = items.slice(0, maxItems).map(describeSignal)
  const [first] = signals
  const isSingle = total === 1 && first !== undefined
  const rule = `Rule: ${cleanLine(alert.ruleName)}`
  return {
    heading: isSingle ? first.headline : headingOf({ kind: alert.kind, total, group }),
    origin: reason === undefined ? rule : `${rule} · ${reasonTexts[reason]}`,
    signals,
    more: total - signals.length,
    isSingle,
  }
}

/** What stands at the end of a list that names some of all. */
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
