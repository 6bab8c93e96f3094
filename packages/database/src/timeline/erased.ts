import type { EventKey, TimelineStep } from '@signalpost/domain'
import { identityKey } from '../ledger/claim-identities.ts'
import type { Ledger } from './deliveries.ts'
import { causeOf } from './origin.ts'
import { type Part, partOf, type Subject } from './part.ts'

/** The last deletion of the signal, also if it came back afterwards. */
export function erasedPart(subject: Subject, ledger: Ledger): Part {
  const { state, registers } = subject
  const deletion = state?.last.document === null ? state.last.key : registers?.deletedBy
  const steps = deletion === undefined || deletion === null ? [] : [erasedStep(subject, ledger, deletion)]
  return partOf('erased', steps, { reason: 'not erased' })
}

function erasedStep(
  { isErased, signalId }: Subject,
  { deliveries, owners }: Ledger,
  key: EventKey,
): TimelineStep {
  const owner = owners.get(identityKey(key))
  const delivery = deliveries.find(({ deliveryId }) => deliveryId === owner)
  const how = key.sourceId === '' ? 'erased' : `deleted ${causeOf(key)}`
  const outcome = isErased ? 'a tombstone remains' : 'a later event brought it back'
  return {
    stage: 'erased',
    at: (delivery?.settledAt ?? new Date(key.at)).toISOString(),
    summary: `The signal was ${how}; ${outcome}.`,
    ref:
      delivery === undefined
        ? { type: 'signal', id: signalId }
        : { type: 'delivery', id: delivery.deliveryId },
    detail: { saidAt: key.at, isErased },
  }
}
