import { type RawBuilder, sql } from 'kysely'
import { idFloor } from '../ids.ts'
import type { DeliveryStatus } from './ledger-tables.ts'

/** Selects deliveries of a workspace; absent members do not narrow the selection. */
export type DeliveryFilter = {
  orgId: string
  sourceId?: string | undefined
  status?: DeliveryStatus | undefined
  type?: string | undefined
  /** Received at this time or later. */
  sinceMs?: number | undefined
  /** This delivery and those before it. */
  upTo?: string | undefined
}

// An id is made just after its receipt was recorded; a clock set back in between must not hide it.
const clockSlackMs = 60_000

/** Returns the filter as a condition. `sinceMs` also bounds the ids, so only its days are read. */
export function matchesFilter(filter: DeliveryFilter): RawBuilder<boolean> {
  const conditions = [sql`org_id = ${filter.orgId}`]
  if (filter.sourceId !== undefined) conditions.push(sql`source_id = ${filter.sourceId}`)
  if (filter.status !== undefined) conditions.push(sql`status = ${filter.status}`)
  if (filter.type !== undefined) conditions.push(sql`type = ${filter.type}`)
  if (filter.sinceMs !== undefined) {
    const floor = idFloor('dlv_', Math.max(0, filter.sinceMs - clockSlackMs))
    conditions.push(sql`received_at >= ${new Date(filter.sinceMs)} and delivery_id >= ${floor}`)
  }
  if (filter.upTo !== undefined) conditions.push(sql`delivery_id <= ${filter.upTo}`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
