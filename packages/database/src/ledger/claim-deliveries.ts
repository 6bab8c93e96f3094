import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '../database.ts'
import { idFloor, idTimeMs } from '../ids.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A queued delivery that this transaction alone works on until it ends. */
export type ClaimedDelivery = {
  deliveryId: string
  batchId: string
  requestId: string
  index: number
  orgId: string
  sourceId: string
  eventId: string
  /** Null where the body says nothing in our words. */
  type: string | null
  /** What it says, where the body is not our envelope. */
  event: Record<string, unknown> | null
  receivedAt: Date
  attempts: number
}

/**
 * Claims what is still queued of a batch; nothing when another worker has it or had it. When there is some, what
 * was stored behind it and was never tried comes along, up to `fill` deliveries in all: the more a transaction
 * applies, the less each costs, and the jobs of those batches then find nothing left to do.
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
 * Claims queued deliveries that are due, whatever became of their jobs, the longest due first. What is due is told
 * by the database's clock alone, so that a process whose own is wrong holds nothing up.
 */
export async function claimDue(transaction: DatabaseTransaction, limit: number): Promise<ClaimedDelivery[]> {
  await readInOrder(transaction)
  return claimWhere(
    transaction,
    sql`status = 'queued' and due_at <= now()`,
    sql`order by due_at limit ${limit}`,
  )
}

export async function claimOne(
  transaction: DatabaseTransaction,
  deliveryId: string,
): Promise<ClaimedDelivery[]> {
  return claimWhere(transaction, sql`delivery_id = ${deliveryId} and status = 'queued'`, sql``)
}

/** The bodies of requests by their ids. */
export async function readBodies(
  transaction: DatabaseTransaction,
  requestIds: readonly string[],
): Promise<Map<string, Buffer>> {
  const ids = [...new Set(requestIds)].sort()
  const rows = await transaction
    .selectFrom('requests')
    .select(['request_id', 'body'])
    .where(sql<boolean>`request_id = any(${ids})`)
    .where('request_id', '>=', ids[0] ?? '')
    .where('request_id', '<=', ids.at(-1) ?? '')
    .execute()
  return new Map(rows.map((row) => [row.request_id, row.body]))
}

// Until a new day's partition was analysed, and whenever a backlog came up since, the planner takes the queued for few.
// In this form the condition does not lead it to their index, of which it would read all for each batch.
const isQueuedBesides = sql`(status = 'queued') is not false`

/** For the same reason it would gather and sort them all for each claim, where their index has them in order. */
async function readInOrder(transaction: DatabaseTransaction): Promise<void> {
  await sql`set local enable_bitmapscan = off`.execute(transaction)
}

// The days of ids are those of the partitions: all of one is looked at, and no other.
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
