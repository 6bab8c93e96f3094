import { currentClaim, type SignalRegisters } from '@signalpost/domain'

/** Whether the current `alertedAt` came from outside. Events that the product makes itself have no source. */
export function isAlertedElsewhere(registers: SignalRegisters): boolean {
  const claim = currentClaim(registers, 'alertedAt')
  return claim !== undefined && claim.key.sourceId !== ''
}
