import type { TimelineStep } from '@signalpost/domain'
import { idTimeMs } from '../ids.ts'
import { identityKey } from '../ledger/claim-identities.ts'
import type { Ledger, TimelineDelivery } from './deliveries.ts'
import { originOf } from './origin.ts'
import {
  counted,
  instantOfDate,
  isOlderThanDays,
  leftOutOf,
  type Part,
  partOf,
  type Subject,
} from './part.ts'
import { standingKeys } from './stored-signal.ts'

/** The requests that named the signal. */
export function receivedPart(subject: Subject, ledger: Ledger): Part {
  const requests = Map.groupBy(ledger.deliveries, ({ requestId }) => requestId)
  const steps = [...requests.values()].flatMap((deliveries) => receivedStep(subject, deliveries))
  return partOf('received', steps, { reason: reasonOfNoDelivery(subject) })
}

/** The deliveries about the signal, each with its outcome. */
export function storedPart(subject: Subject, ledger: Ledger): Part {
  const steps = ledger.deliveries.map((delivery) => storedStep(subject, ledger, delivery))
  const shown = ledger.deliveries.filter(({ isNamed }) => isNamed).length
  const leftOut = leftOutOf('deliveries', { found: ledger.found, shown, atLeast: ledger.isMore })
  const part = partOf('stored', steps, { reason: reasonOfNoDelivery(subject), leftOut })
  if (steps.length > 0 && isPastLedger(subject)) {
    part.gaps.push({ stage: 'stored', reason: `past ${subject.ledgerDays} days, for older deliveries` })
  }
  return part
}

/** Why the ledger holds no delivery of the signal. */
export function reasonOfNoDelivery(subject: Subject): string {
  if (isPastLedger(subject)) return `past ${subject.ledgerDays} days`
  const keys = standingKeys(subject)
  if (keys.length > 0 && keys.every(({ sourceId }) => sourceId === ''))
    return 'no delivery: Signalpost wrote it'
  return 'no delivery names it'
}

function isPastLedger({ storedAt, ledgerDays, nowMs }: Subject): boolean {
  return isOlderThanDays(storedAt, ledgerDays, nowMs)
}

function receivedStep({ isErased }: Subject, deliveries: TimelineDelivery[]): TimelineStep[] {
  const [first] = deliveries
  if (first === undefined) return []
  const { requestId, sourceId, receivedAt, sha256, bytes, secretId, scheme, traceId } = first
  const verified = secretId === null ? '' : `, which secret ${secretId} verified`
  const { type, name } = originOf(sourceId)
  return [
    {
      stage: 'received',
      at: instantOfDate(receivedAt),
      summary: `${name} sent a request with ${counted(deliveries.length, 'event')} about the signal${verified}.`,
      ref: { type, id: sourceId },
      detail: { requestId, sha256, bytes, secretId, scheme, ...(!isErased && { traceId }) },
    },
  ]
}

function storedStep({ isErased }: Subject, { owners }: Ledger, delivery: TimelineDelivery): TimelineStep {
  const { deliveryId, type, status, index, attempts, eventId, receivedAt } = delivery
  const owner = owners.get(identityKey(delivery))
  const of = owner === deliveryId ? undefined : owner
  return {
    stage: 'stored',
    at: instantOfDate(new Date(idTimeMs(deliveryId) ?? receivedAt.getTime())),
    summary: `Delivery ${deliveryId} was stored${outcomeOf(delivery, of)}.`,
    ref: { type: 'delivery', id: deliveryId },
    detail: { type, status, index, attempts, of: of ?? null, ...(!isErased && { eventId }) },
  }
}

function outcomeOf({ status, error }: TimelineDelivery, of: string | undefined): string {
  switch (status) {
    case 'applied':
      return ' and applied'
    case 'duplicate':
      return of === undefined ? '; it is a duplicate' : `; it is a duplicate of ${of}`
    case 'conflict':
      return `; it has other content${of === undefined ? '' : ` than ${of}`} under the same id, so it was not applied`
    case 'dead':
      return '; it could not be applied and is a dead letter'
    case 'ignored':
      return error === 'erased' ? '; its event is erased' : ' and ignored'
    default:
      return '; it waits to be applied'
  }
}
