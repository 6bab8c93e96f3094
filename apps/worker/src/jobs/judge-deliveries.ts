import { createHash } from 'node:crypto'
import type { ClaimedDelivery } from '@signalpost/database'
import { type Contribution, canonicalJson, type Issue, readEnvelopes, readEvent } from '@signalpost/domain'

/** What a delivery turns out to be by its content alone. */
export type Judged = { delivery: ClaimedDelivery } & (
  | { verdict: 'valid'; contentSha256: Buffer; contributions: Contribution[] }
  | { verdict: 'ignored'; reason?: string }
  | { verdict: 'invalid'; issues: Issue[] }
)

/** @param bodies the bytes of each request, by its id */
export function judgeDeliveries(deliveries: ClaimedDelivery[], bodies: Map<string, Buffer>): Judged[] {
  const documents = new Map<string, unknown>()
  return deliveries.map((delivery) => {
    // Not our envelope: the intake has looked.
    if (delivery.type === null) return { delivery, verdict: 'ignored' }
    if (!documents.has(delivery.requestId)) documents.set(delivery.requestId, parseBody(bodies, delivery))
    const document = documents.get(delivery.requestId)
    return judgeEvent(delivery, Array.isArray(document) ? document[delivery.index] : document)
  })
}

function judgeEvent(delivery: ClaimedDelivery, event: unknown): Judged {
  if (event === null) return { delivery, verdict: 'ignored', reason: 'erased' }
  const read = readEnvelopes(event)
  const envelope = read.ok ? read.envelopes[0] : undefined
  if (envelope === undefined)
    throw new Error(`Delivery ${delivery.deliveryId} was stored without an envelope.`)
  const result = readEvent(envelope, {
    orgId: delivery.orgId,
    sourceId: delivery.sourceId,
    receivedAtMs: delivery.receivedAt.getTime(),
  })
  if (result.verdict !== 'valid') return { delivery, ...result }
  const contentSha256 = createHash('sha256').update(canonicalJson(event)).digest()
  return { delivery, contentSha256, ...result }
}

function parseBody(bodies: Map<string, Buffer>, delivery: ClaimedDelivery): unknown {
  const body = bodies.get(delivery.requestId)
  if (body === undefined) throw new Error(`The request of delivery ${delivery.deliveryId} is missing.`)
  return JSON.parse(body.toString('utf8'))
}
