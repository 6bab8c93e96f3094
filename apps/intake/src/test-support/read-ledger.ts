import type { TestStore } from './open-store.ts'

/** A delivery as the ledger has it, and the request that it came in. */
export type LedgerRow = {
  deliveryId: string
  requestId: string
  index: number
  batchId: string
  orgId: string
  sourceId: string
  eventId: string
  type: string | null
  status: string
  attempts: number
  receivedAt: Date
  traceId: string
  signatureHeaders: Record<string, string>
  body: Buffer
  sha256: Buffer
}

const ledgerSql = `
  select d.delivery_id as "deliveryId", d.request_id as "requestId", index, batch_id as "batchId",
         org_id as "orgId", d.source_id as "sourceId", event_id as "eventId", type, status, attempts,
         r.received_at as "receivedAt", trace_id as "traceId", signature_headers as "signatureHeaders", body, sha256
  from deliveries d join requests r using (request_id)`

/** What the ledger has of these deliveries, in their order. */
export async function readDeliveries({ pool }: TestStore, deliveryIds: string[]): Promise<LedgerRow[]> {
  const { rows } = await pool.query<LedgerRow>(
    `${ledgerSql} where delivery_id = any($1) order by array_position($1, delivery_id)`,
    [deliveryIds],
  )
  return rows
}

/** What the ledger has of one source, in the order of its ids. */
export async function readLedger({ pool }: TestStore, sourceId: string): Promise<LedgerRow[]> {
  const { rows } = await pool.query<LedgerRow>(`${ledgerSql} where d.source_id = $1 order by delivery_id`, [
    sourceId,
  ])
  return rows
}
