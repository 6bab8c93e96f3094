import { sql } from 'kysely'
import type { DatabaseTransaction } from '../database.ts'
import type { DeliveryStatus } from '../tables.ts'
import { findOwners, type Owners } from './owners.ts'
import { readAtEachEnd, type Subject } from './part.ts'
import { standingKeys } from './stored-signal.ts'

/** A delivery about the signal, with its request. */
export type TimelineDelivery = {
  deliveryId: string
  requestId: string
  index: number
  /** Whether it says itself that it is about the signal: not if an earlier version settled it. */
  isNamed: boolean
  sourceId: string
  eventId: string
  type: string
  status: DeliveryStatus
  error: string | null
  attempts: number
  receivedAt: Date
  settledAt: Date | null
  /** Made by the intake of a body that is not our envelope. */
  event: Record<string, unknown> | null
  traceId: string
  sha256: string
  bytes: number
  /** Null where an earlier version stored the request. */
  secretId: string | null
  /** Null for a channel, whose clicks are deliveries too. */
  scheme: string | null
}

export type Ledger = {
  /** In the order in which they were stored. */
  deliveries: TimelineDelivery[]
  /** The deliveries that applied the events of these, and the events that count in the signal now. */
  owners: Owners
  found: number
  isMore: boolean
}

const countedAtMost = 5_000

/**
 * Finds the deliveries about a signal: the first ones, the last ones, and those whose events count now. Those that an
 * earlier version settled are found only by the latter.
 */
export async function readLedger(transaction: DatabaseTransaction, subject: Subject): Promise<Ledger> {
  const standing = await findOwners(transaction, standingKeys(subject))
  const { ids, found, isMore } = await findIds(transaction, subject)
  const deliveries = await readDeliveries(transaction, subject, [...new Set([...ids, ...standing.values()])])
  const owners = await findOwners(
    transaction,
    deliveries.filter(({ status }) => status === 'duplicate' || status === 'conflict'),
  )
  return { deliveries, owners: new Map([...standing, ...owners]), found, isMore }
}

async function findIds(
  transaction: DatabaseTransaction,
  { orgId, signalId }: Subject,
): Promise<{ ids: string[]; found: number; isMore: boolean }> {
  const about = sql`org_id = ${orgId} and record_id = ${signalId} and type like 'signal.%'`
  const { rows } = await sql<{ id: string }>`
    (select delivery_id as id from deliveries where ${about} order by delivery_id limit ${readAtEachEnd})
    union
    (select delivery_id as id from deliveries where ${about} order by delivery_id desc limit ${readAtEachEnd})`.execute(
    transaction,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length < 2 * readAtEachEnd) return { ids, found: ids.length, isMore: false }
  const { rows: counts } = await sql<{ found: number }>`
    select count(*)::integer as found
    from (select from deliveries where ${about} limit ${countedAtMost + 1}) counted`.execute(transaction)
  const found = counts[0]?.found ?? 0
  return { ids, found, isMore: found > countedAtMost }
}

async function readDeliveries(
  transaction: DatabaseTransaction,
  { orgId }: Subject,
  ids: string[],
): Promise<TimelineDelivery[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<TimelineDelivery>`
    select d.delivery_id as "deliveryId", d.request_id as "requestId", index, record_id is not null as "isNamed", d.source_id as "sourceId",
           event_id as "eventId", type, status, error, attempts, d.received_at as "receivedAt",
           settled_at as "settledAt", event, trace_id as "traceId", encode(sha256, 'hex') as sha256,
           octet_length(body) as bytes, secret_id as "secretId", scheme
    from deliveries d
    join requests r on r.request_id = d.request_id
    left join sources s on s.source_id = d.source_id
    where d.delivery_id = any(${ids}) and d.org_id = ${orgId}
    order by d.delivery_id`.execute(transaction)
  return rows
}
