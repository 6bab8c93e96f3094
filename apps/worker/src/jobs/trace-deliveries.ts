import type { DatabaseTransaction } from '@signalpost/database'
import { type ClaimedDelivery, readTraceparents } from '@signalpost/database/ledger'
import type { EventKey } from '@signalpost/domain'
import { parseTraceparent, type Span, type Tracer } from '@signalpost/tracing'

/** The spans of one transaction: one of the batch, and one for each delivery in the trace of its request. */
export type DeliveryTraces = {
  /** Names the span that applies an event. */
  traceparentOf: (cause: EventKey) => string | undefined
  /** Ends the spans. `statuses` are those of the claimed deliveries. */
  end: (statuses: readonly string[]) => void
  fail: (error: unknown) => void
}

/**
 * Starts the spans of claimed deliveries. A batch mixes deliveries of many traces, so its span has its own trace, with
 * links to theirs and back. Without a traced delivery, there is none.
 */
export async function traceDeliveries(
  tracer: Tracer,
  transaction: DatabaseTransaction,
  { claimed, startedAtMs }: { claimed: readonly ClaimedDelivery[]; startedAtMs: number },
): Promise<DeliveryTraces> {
  const parents = await readTraceparents(
    transaction,
    claimed.map(({ requestId }) => requestId),
  )
  const links = [...parents.values()].filter((parent) => parseTraceparent(parent)?.isSampled === true)
  const batch = links.length === 0 ? undefined : startBatch(tracer, { claimed, links, startedAtMs })
  const spans = claimed.map((delivery) => {
    const parent = parents.get(delivery.requestId)
    return parent === undefined ? undefined : startDelivery(tracer, { delivery, parent, batch, startedAtMs })
  })
  const applying = new Map(
    claimed.map((delivery, index) => [identityOf(delivery), spans[index]?.traceparent]),
  )
  return {
    traceparentOf: (cause) => applying.get(identityOf(cause)),
    end: (statuses) => {
      for (const [index, span] of spans.entries()) {
        span?.set({ 'signalpost.status': statuses[index] })
        span?.end()
      }
      batch?.end()
    },
    fail: (error) => {
      for (const span of [...spans, batch]) span?.end({ error })
    },
  }
}

const applying = {
  'messaging.system': 'signalpost',
  'messaging.destination.name': 'deliveries',
  'messaging.operation.name': 'apply',
  'messaging.operation.type': 'process',
} as const

function startBatch(
  tracer: Tracer,
  {
    claimed,
    links,
    startedAtMs,
  }: { claimed: readonly ClaimedDelivery[]; links: string[]; startedAtMs: number },
): Span {
  return tracer.startSpan('apply batch', {
    ...{ kind: 'consumer', links, startedAtMs },
    attributes: { ...applying, 'messaging.batch.message_count': claimed.length },
  })
}

function startDelivery(
  tracer: Tracer,
  {
    delivery,
    parent,
    batch,
    startedAtMs,
  }: { delivery: ClaimedDelivery; parent: string; batch: Span | undefined; startedAtMs: number },
): Span {
  const { deliveryId, orgId, sourceId, type, attempts } = delivery
  return tracer.startSpan('apply delivery', {
    ...{ kind: 'consumer', parent, startedAtMs },
    links: batch?.isSampled === true ? [batch.traceparent] : [],
    attributes: {
      ...applying,
      'messaging.message.id': deliveryId,
      'signalpost.org_id': orgId,
      'signalpost.source_id': sourceId,
      'signalpost.delivery_id': deliveryId,
      'signalpost.event_type': type ?? undefined,
      'signalpost.attempt': attempts + 1,
    },
  })
}

function identityOf({ sourceId, eventId }: Pick<EventKey, 'sourceId' | 'eventId'>): string {
  return `${sourceId} ${eventId}`
}
