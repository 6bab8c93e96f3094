import { type RawBuilder, sql } from 'kysely'
import { idFloor, idTimeMs } from '../../ids.ts'
import type { DeliveryStatus } from '../../tables.ts'
import { type DeliveryErrorCode, hasError } from './delivery-errors.ts'

/** Selects deliveries of a workspace; absent members do not narrow the selection. */
export type DeliveryFilter = {
  orgId: string
  sourceId?: string | undefined
  status?: DeliveryStatus | undefined
  type?: string | undefined
  error?: DeliveryErrorCode | undefined
  eventId?: string | undefined
  deliveryId?: string | undefined
  /** The batch that stored them. */
  batchId?: string | undefined
  /** Received at this time or later. */
  sinceMs?: number | undefined
  /** Received before this time. */
  untilMs?: number | undefined
  /** This delivery and those before it. */
  upTo?: string | undefined
}

const settledStatuses = ['applied', 'duplicate', 'conflict', 'ignored', 'dead'] as const
const statusOfError: Record<DeliveryErrorCode, DeliveryStatus> = {
  ...{ invalid_data: 'dead', failed: 'dead', retrying: 'queued' },
  ...{ discarded: 'ignored', erased: 'ignored' },
}

// An id is made just after its receipt was recorded; a clock set back in between must not hide it.
const clockSlackMs = 60_000

/** Returns the filter as a condition. `sinceMs` and `untilMs` also bound the ids, so only their days are read. */
export function matchesFilter(filter: DeliveryFilter): RawBuilder<boolean> {
  const conditions = [sql`org_id = ${filter.orgId}`]
  if (filter.sourceId !== undefined) conditions.push(sql`source_id = ${filter.sourceId}`)
  // A constant, not a parameter: only then do the indexes of settled deliveries apply under every kind of plan.
  if (filter.status !== undefined) conditions.push(sql`status = ${sql.lit(filter.status)}`)
  if (filter.type !== undefined) conditions.push(sql`type = ${filter.type}`)
  if (filter.error !== undefined) conditions.push(hasError(filter.error))
  if (filter.eventId !== undefined) conditions.push(sql`event_id = ${filter.eventId}`)
  if (filter.deliveryId !== undefined) conditions.push(sql`delivery_id = ${filter.deliveryId}`)
  if (filter.batchId !== undefined) conditions.push(isOfBatch(filter.batchId))
  if (filter.sinceMs !== undefined) {
    const floor = idFloor('dlv_', Math.max(0, filter.sinceMs - clockSlackMs))
    conditions.push(sql`received_at >= ${new Date(filter.sinceMs)} and delivery_id >= ${floor}`)
  }
  if (filter.untilMs !== undefined) {
    const ceiling = idFloor('dlv_', Math.max(0, filter.untilMs + clockSlackMs))
    conditions.push(sql`received_at < ${new Date(filter.untilMs)} and delivery_id < ${ceiling}`)
  }
  if (filter.upTo !== undefined) conditions.push(sql`delivery_id <= ${filter.upTo}`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** A filter, in `settledAs` of deliveries that have one of these statuses, which are to be read one by one. */
type FilterPart = DeliveryFilter & { settledAs?: readonly DeliveryStatus[] }

/**
 * Returns filters that together select what `filter` does, each of which an index answers in the order of ids. The
 * indexes of sources and types are sorted by status first.
 */
export function splitByStatus(filter: DeliveryFilter): FilterPart[] {
  const status = filter.status ?? (filter.error && statusOfError[filter.error])
  if (status !== undefined) return [{ ...filter, status }]
  const isFew = (filter.eventId ?? filter.deliveryId ?? filter.batchId) !== undefined
  if (isFew || (filter.sourceId ?? filter.type) === undefined) return [filter]
  return [
    { ...filter, status: 'queued' },
    { ...filter, settledAs: settledStatuses },
  ]
}

/** The ids of a batch share its moment, so no index of batches is needed. */
function isOfBatch(batchId: string): RawBuilder<unknown> {
  const madeAtMs = idTimeMs(batchId)
  if (madeAtMs === undefined) return sql`false`
  const [from, to] = [idFloor('dlv_', madeAtMs), idFloor('dlv_', madeAtMs + 1)]
  return sql`delivery_id >= ${from} and delivery_id < ${to} and batch_id = ${batchId}`
}
