import { earliestValue, type SignalRegisters } from '@signalpost/domain'

/** Whether the `alertedAt` that stands was said from outside: events that the product makes itself have no source. */
export function isAlertedElsewhere({ alertedAt }: Pick<SignalRegisters, 'alertedAt'>): boolean {
  const earliest = earliestValue(alertedAt)
  return alertedAt.some(({ value, key }) => value === earliest && key.sourceId !== '')
}
