import type { Issue } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { ListedDelivery } from './list-deliveries.ts'

/** A delivery, with the request that carried it. */
export type ShownDelivery = ListedDelivery & {
  requestId: string
  orgId: string
  error: string | null
  issues: Issue[] | null
  settledAt: Date | null
  /** Its index in the request's array of events. */
  index: number
  /** The hash of the whole request as received, even after an erasure. */
  sha256: Buffer
  traceId: string
  batchId: string
  /** The delivery of the same identity that was applied first, of a duplicate or a conflict. */
  firstDeliveryId: string | null
  /** The record that its event is about; null while it is queued, and where an earlier version settled it. */
  recordId: string | null
}

/** Finds one delivery, with `orgId` only within that workspace. */
export async function findDelivery(
  database: Database,
  { deliveryId, orgId }: { deliveryId: string; orgId?: string | undefined },
): Promise<ShownDelivery | undefined> {
  const ofWorkspace = orgId === undefined ? sql`` : sql`and org_id = ${orgId}`
  const { rows } = await sql<ShownDelivery>`
    select d.delivery_id as "deliveryId", d.source_id as "sourceId", d.event_id as "eventId", type, status,
           d.received_at as "receivedAt", attempts, d.request_id as "requestId", org_id as "orgId", error, issues,
           settled_at as "settledAt", index, sha256, trace_id as "traceId", batch_id as "batchId",
           i.delivery_id as "firstDeliveryId", record_id as "recordId"
    from deliveries d
    join requests r on r.request_id = d.request_id
    left join identities i on d.status in ('duplicate', 'conflict') and i.source_id = d.source_id
      and i.event_id = d.event_id and i.delivery_id <> d.delivery_id
    where d.delivery_id = ${deliveryId} ${ofWorkspace}`.execute(database)
  return rows[0]
}

/** Returns the bytes of a request that the ledger now has. */
export async function readRequestBody(database: Database, requestId: string): Promise<Buffer> {
  const { body } = await database
    .selectFrom('requests')
    .select('body')
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow()
  return body
}
