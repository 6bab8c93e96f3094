import type { TestStore } from './open-store.ts'

/** A delivery in the ledger, with the request that carried it. */
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

/** Returns the ledger's rows of these deliveries, in the given order. */
export async function readDeliveries({ pool }: TestStore, deliveryIds: string[]): Promise<LedgerRow[]> {
  const { rows } = await pool.query<LedgerRow>(
    `${ledgerSql} where delivery_id = any($1) order by array_position($1, delivery_id)`,
    [deliveryIds],
  )
  return rows
}

/** Returns the ledger's rows of one source, ordered by id. */
export async function readLedger({ pool }: TestStore, sourceId: string): Promise<LedgerRow[]> {
  const { rows } = await pool.query<LedgerRow>(`${ledgerSql} where d.source_id = $1 order by delivery_id`, [
    sourceId,
  ])
  return rows
}
