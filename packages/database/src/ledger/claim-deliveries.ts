import { dayMs } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '../database.ts'
import { idFloor, idTimeMs } from '../ids.ts'

/** A queued delivery that only this transaction works on, until it ends. */
export type ClaimedDelivery = {
  deliveryId: string
  batchId: string
  requestId: string
  index: number
  orgId: string
  sourceId: string
  eventId: string
  /** Null if the body has no event in our format. */
  type: string | null
  /** The event that the intake made of a body that is not our envelope. */
  event: Record<string, unknown> | null
  receivedAt: Date
  attempts: number
}

/**
 * Claims the queued deliveries of a batch; none if another worker has or had it. If there are some, also claims
 * deliveries that were stored after it and never tried, up to `fill` in all: the more a transaction applies, the less
 * each costs, and the jobs of those batches then find nothing to do.
 */
export async function claimBatch(
  transaction: DatabaseTransaction,
  batchId: string,
  { fill = 0 }: { fill?: number } = {},
): Promise<ClaimedDelivery[]> {
  const madeAtMs = idTimeMs(batchId)
  if (madeAtMs === undefined) return []
  const claimed = await claimWhere(
    transaction,
    sql`delivery_id >= ${idFloor('dlv_', madeAtMs)} and delivery_id < ${idFloor('dlv_', madeAtMs + 1)}
        and batch_id = ${batchId} and ${isQueuedBesides}`,
    sql`order by delivery_id`,
  )
  const last = claimed.at(-1)
  if (last === undefined || claimed.length >= fill) return claimed
  const { deliveryId } = last
  return [...claimed, ...(await claimBehind(transaction, { batchId, deliveryId }, fill - claimed.length))]
}

/**
 * Claims queued deliveries that are due, with or without jobs, the longest due first. Only the database's clock decides
 * what is due, so a process with a wrong clock delays nothing.
 */
export async function claimDue(transaction: DatabaseTransaction, limit: number): Promise<ClaimedDelivery[]> {
  await readInOrder(transaction)
  return claimWhere(
    transaction,
    sql`status = 'queued' and due_at <= now()`,
    sql`order by due_at limit ${limit}`,
  )
}

/** Claims those of some deliveries that are still queued. */
export async function claimListed(
  transaction: DatabaseTransaction,
  deliveryIds: readonly string[],
): Promise<ClaimedDelivery[]> {
  const ids = [...deliveryIds].sort()
  return claimWhere(
    transaction,
    sql`delivery_id = any(${ids}) and delivery_id between ${ids[0] ?? ''} and ${ids.at(-1) ?? ''}
        and ${isQueuedBesides}`,
    sql`order by delivery_id`,
  )
}

/**
 * Returns the bodies of requests by id, in the order of ids until they have more than `mostBytes` together; always the
 * first. Those beyond are null: their bytes never leave the server.
 */
export async function readBodies(
  transaction: DatabaseTransaction,
  requestIds: readonly string[],
  { mostBytes }: { mostBytes: number },
): Promise<Map<string, Buffer | null>> {
  const ids = [...new Set(requestIds)].sort()
  const { rows } = await sql<{ requestId: string; body: Buffer | null }>`
    select request_id as "requestId", case when bytes - octet_length(body) <= ${mostBytes} then body end as body
    from (
      select request_id, body, sum(octet_length(body)) over (order by request_id) as bytes from requests
      where request_id = any(${ids}) and request_id between ${ids[0] ?? ''} and ${ids.at(-1) ?? ''}
    ) as asked`.execute(transaction)
  return new Map(rows.map((row) => [row.requestId, row.body]))
}

/** Returns the `traceparent` of requests by id; only of those that have one. */
export async function readTraceparents(
  transaction: DatabaseTransaction,
  requestIds: readonly string[],
): Promise<Map<string, string>> {
  const ids = [...new Set(requestIds)].sort()
  const { rows } = await sql<{ requestId: string; traceparent: string }>`
    select request_id as "requestId", traceparent from requests
    where request_id = any(${ids}) and request_id between ${ids[0] ?? ''} and ${ids.at(-1) ?? ''}
      and traceparent is not null`.execute(transaction)
  return new Map(rows.map((row) => [row.requestId, row.traceparent]))
}

// Until a new day's partition is analysed, and after a backlog has built up, the planner assumes that few deliveries
// are queued. Written this way, the condition does not make it use their index, all of which it would read for each
// batch.
const isQueuedBesides = sql`(status = 'queued') is not false`

/** For the same reason it would collect and sort them all for each claim, although their index has them in order. */
async function readInOrder(transaction: DatabaseTransaction): Promise<void> {
  await sql`set local enable_bitmapscan = off`.execute(transaction)
}

// The days in ids match the partitions, so this reads one partition completely and no other.
async function claimBehind(
  transaction: DatabaseTransaction,
  { batchId, deliveryId }: { batchId: string; deliveryId: string },
  limit: number,
): Promise<ClaimedDelivery[]> {
  const dayStartMs = Math.floor((idTimeMs(deliveryId) ?? 0) / dayMs) * dayMs
  await readInOrder(transaction)
  return claimWhere(
    transaction,
    sql`delivery_id >= ${idFloor('dlv_', dayStartMs)} and delivery_id < ${idFloor('dlv_', dayStartMs + dayMs)}
        and status = 'queued' and attempts = 0 and batch_id <> ${batchId}
        and due_at >= (select due_at from deliveries where delivery_id = ${deliveryId})`,
    sql`order by due_at limit ${limit}`,
  )
}

async function claimWhere(
  transaction: DatabaseTransaction,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    select delivery_id as "deliveryId", batch_id as "batchId", request_id as "requestId", index, org_id as "orgId",
           source_id as "sourceId", event_id as "eventId", type, event, received_at as "receivedAt", attempts
    from deliveries
    where ${condition}
    ${order}
    for update skip locked`.execute(transaction)
  return rows
}
