import type { SignedSource } from '../../support/sending/sender.ts'
import { requestBytes } from '../load/request-bytes.ts'
import { signDeliveries, signEvent } from './signed-deliveries.ts'

/** A request that changes one signal, and how to recognise a copy with the change. */
export type SignedChange = {
  request: Buffer
  signalId: string
  /** Undefined for a new signal, which only has to be there. */
  assignee: string | undefined
}

let assigned = 0

/**
 * Signs new signals and, between every two of them, an assignment of one written by `fillSignals`: a different one each
 * time, until all `knownCount` have had a turn.
 */
export function signChanges(
  source: SignedSource,
  { count, knownCount }: { count: number; knownCount: number },
): SignedChange[] {
  return signDeliveries(source, Math.ceil(count / 2)).flatMap((delivery) => [
    { request: requestBytes(delivery), signalId: delivery.signalId, assignee: undefined },
    signAssignment(source, knownCount),
  ])
}

function signAssignment(source: SignedSource, knownCount: number): SignedChange {
  assigned += 1
  const signalId = `sig_${String((assigned % knownCount) + 1).padStart(8, '0')}`
  const assignee = `usr_${assigned}`
  const at = new Date().toISOString()
  const delivery = signEvent(source, {
    id: `evt_assigned_${process.pid.toString(36)}_${assigned}`,
    type: 'signal.assigned',
    occurredAt: at,
    orgId: source.orgId,
    data: { signalId, assignedTo: { userId: assignee, at, by: 'usr_bench' } },
  })
  return { request: requestBytes(delivery), signalId, assignee }
}
