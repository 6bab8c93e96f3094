import type { Database, DatabasePool } from '../../database.ts'
import { type Settlement, settleDeliveries } from '../../ledger/settle-deliveries.ts'
import { storeDeliveries } from '../../ledger/store-deliveries.ts'
import { createPartitions } from '../../schema/partitions.ts'

type Stores = { database: Database; pool: DatabasePool }

export type Received = {
  orgId: string
  /** An array is a request of several events; a text is a body as it is. */
  body: object | string | Buffer
  type?: string | null
  /** What the intake made of a body that is not our envelope. */
  event?: Record<string, unknown>
  status?: Settlement['status']
  recordId?: string
  atMs?: number
}

/** Stores a request and settles its events. Returns their ids. */
export async function receive(stores: Stores, received: Received): Promise<string[]> {
  const ids = await store(stores, received)
  await settle(stores.database, ids, received)
  return ids
}

export async function store(
  { database, pool }: Stores,
  { orgId, body, type = 'ping', event, atMs = Date.now() }: Received,
): Promise<string[]> {
  await createPartitions(database, { nowMs: atMs, daysAhead: 0 })
  const texts = Array.isArray(body) ? body : [body]
  const { deliveryIds } = await storeDeliveries(
    pool,
    [
      {
        ...{ sourceId: 'src_1', orgId, receivedAtMs: atMs, traceId: 't', signatureHeaders: {} },
        body: Buffer.isBuffer(body)
          ? body
          : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
        events: texts.map((_, index) => ({ eventId: `evt_${index}`, type, ...(event && { event }) })),
      },
    ],
    { nowMs: atMs, dueAfterMs: 0 },
  )
  return deliveryIds.flat()
}

export async function settle(
  database: Database,
  ids: readonly string[],
  { status = 'applied', recordId, atMs = Date.now() }: Pick<Received, 'status' | 'recordId' | 'atMs'>,
): Promise<void> {
  const settlements = ids.map((deliveryId) => ({ deliveryId, status, recordId }))
  await database.transaction().execute((transaction) => settleDeliveries(transaction, settlements, atMs))
}
