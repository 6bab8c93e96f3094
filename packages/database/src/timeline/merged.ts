import {
  type Contribution,
  type MergeOutcome,
  mergeOutcomes,
  msOf,
  readEnvelopes,
  readEvent,
  type TimelineStep,
} from '@signalpost/domain'
import type { DatabaseTransaction } from '../database.ts'
import { readBodies } from '../ledger/claim-deliveries.ts'
import { identityKey } from '../ledger/claim-identities.ts'
import type { Ledger, TimelineDelivery } from './deliveries.ts'
import type { Owners } from './owners.ts'
import { instantOfDate, type Part, partOf, type Subject } from './part.ts'
import { reasonOfNoDelivery } from './received.ts'

const readBytesAtMost = 4 * 1024 * 1024

/** What each applied event won or lost, as the signal is stored now. */
export async function mergedPart(
  transaction: DatabaseTransaction,
  subject: Subject,
  { deliveries, owners }: Ledger,
): Promise<Part> {
  const applied = deliveries.filter(({ status }) => status === 'applied')
  const documents = await readDocuments(transaction, applied)
  const steps = applied.map((delivery) => {
    const contributions = contributionsOf(subject, delivery, documents.get(delivery.requestId))
    const outcomes =
      contributions && mergeOutcomes(contributions, { signal: subject.state, registers: subject.registers })
    return mergedStep(delivery, outcomes, owners)
  })
  const reason = deliveries.length === 0 ? reasonOfNoDelivery(subject) : 'no delivery was applied'
  return partOf('merged', steps, { reason })
}

function mergedStep(
  { deliveryId, settledAt, receivedAt, type }: TimelineDelivery,
  outcomes: MergeOutcome[] | undefined,
  owners: Owners,
): TimelineStep {
  const won = (outcomes ?? []).filter(({ isWon }) => isWon).map(({ member }) => member)
  const lost = (outcomes ?? [])
    .filter(({ isWon }) => !isWon)
    .map(({ member, lostTo }) => ({
      member,
      to: lostTo === undefined ? null : (owners.get(identityKey(lostTo)) ?? null),
      at: lostTo?.at ?? null,
    }))
  return {
    stage: 'merged',
    at: instantOfDate(settledAt ?? receivedAt),
    summary: `Delivery ${deliveryId} was merged${describe(won, lost, outcomes !== undefined)}.`,
    ref: { type: 'delivery', id: deliveryId },
    detail: { type, won, lost },
  }
}

function describe(won: string[], lost: { member: string; to: string | null }[], isKnown: boolean): string {
  if (!isKnown) return '; what it said can no longer be compared'
  const parts = []
  if (won.length > 0) parts.push(`it won ${won.join(', ')}`)
  if (lost.length > 0) {
    const to = lost.map((one) => (one.to === null ? one.member : `${one.member} to ${one.to}`))
    parts.push(`${won.length > 0 ? '' : 'it '}lost ${to.join(', ')}`)
  }
  return parts.length === 0 ? '' : `: ${parts.join(' and ')}`
}

async function readDocuments(
  transaction: DatabaseTransaction,
  applied: TimelineDelivery[],
): Promise<Map<string, unknown>> {
  const sizes = new Map(
    applied.filter(({ event }) => event === null).map(({ requestId, bytes }) => [requestId, bytes]),
  )
  const read: string[] = []
  let total = 0
  for (const [requestId, bytes] of sizes) {
    if (total + bytes > readBytesAtMost) continue
    total += bytes
    read.push(requestId)
  }
  if (read.length === 0) return new Map()
  const bodies = await readBodies(transaction, read, { mostBytes: readBytesAtMost })
  return new Map(
    [...bodies].flatMap(([requestId, body]) =>
      body === null ? [] : [[requestId, JSON.parse(body.toString('utf8'))]],
    ),
  )
}

/** Undefined if the event was erased, or its request is too large to be read here. */
function contributionsOf(
  { orgId }: Subject,
  { event, index, sourceId, receivedAt }: TimelineDelivery,
  document: unknown,
): Contribution[] | undefined {
  const said = event ?? (Array.isArray(document) ? document[index] : document)
  const read = readEnvelopes(said)
  const envelope = read.ok ? read.envelopes[0] : undefined
  if (envelope === undefined) return undefined
  const receivedAtMs = event === null ? receivedAt.getTime() : msOf(envelope.occurredAt)
  const reading = readEvent(envelope, { orgId, sourceId, receivedAtMs })
  return reading.verdict === 'valid' ? reading.contributions : undefined
}
