import type { DatabasePool } from '@signalpost/database'
import { storeDeliveries } from '@signalpost/database/ledger'

/** Stores one request with these events, as the intake does, and returns the ids of its deliveries. */
export async function storeEvents(
  pool: DatabasePool,
  { orgId, sourceId, events }: { orgId: string; sourceId: string; events: { id: string; type: string }[] },
): Promise<string[]> {
  const nowMs = Date.now()
  const request = {
    ...{ orgId, sourceId, receivedAtMs: nowMs, traceId: 'trace', signatureHeaders: {} },
    body: Buffer.from(JSON.stringify(events)),
    events: events.map(({ id, type }) => ({ eventId: id, type })),
  }
  const stored = await storeDeliveries(pool, [request], { nowMs, dueAfterMs: 86_400_000 })
  return stored.deliveryIds.flat()
}
