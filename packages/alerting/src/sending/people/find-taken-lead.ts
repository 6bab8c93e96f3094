import { findTaken, type Signal, type Taken } from '@signalpost/domain'

/** Returns how a signal was taken as a lead. To read or to judge it may end an escalation, but takes nothing. */
export function findTakenLead(signal: Signal): Taken | undefined {
  return findTaken(signal, ['assigned', 'acknowledged'])
}
