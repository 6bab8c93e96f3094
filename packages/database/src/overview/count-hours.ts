import { hourMs, minuteMs } from '@signalpost/domain'
import { sql } from 'kysely'
import { type Database, runPrepared } from '../database.ts'
import { idFloor } from '../ids.ts'
import type { DeliveryStatus } from '../tables.ts'

const counted = ['applied', 'duplicate', 'conflict', 'ignored', 'dead', 'queued', 'refused'] as const

/** The deliveries that were received in one hour by their status now, and the requests that were refused in it. */
export type HourCount = { at: Date } & Record<DeliveryStatus | 'refused', number>

const clockSlackMs = minuteMs

/**
 * Counts the last `hours` of a workspace from one snapshot, the present hour last: each hour has its row. Hours begin where
 * steps of the ledger's counts do, so deliveries are counted exactly. Counts are kept for 7 days.
 */
export async function countHours(
  database: Database,
  { orgId, nowMs, hours }: { orgId: string; nowMs: number; hours: number },
): Promise<HourCount[]> {
  const presentMs = Math.floor(nowMs / hourMs) * hourMs
  const sinceMs = presentMs - (hours - 1) * hourMs
  const since = new Date(sinceMs)
  const floor = idFloor('dlv_', Math.max(0, sinceMs - clockSlackMs))
  const statement = sql<{ at: Date; name: (typeof counted)[number]; count: number }>`
    select date_trunc('hour', at, 'UTC') as at, name, sum(count)::float8 as count from (
      select step as at, status as name, deliveries as count from ledger_counts
      where org_id = ${orgId} and step >= ${since}
      union all
      select received_at, status, 1 from deliveries
      where org_id = ${orgId} and delivery_id >= ${floor} and received_at >= ${since} and status = 'queued'
      union all
      select step, 'refused', refusals from sources join source_refusals using (source_id)
      where org_id = ${orgId} and step >= ${since}
    ) counts group by 1, 2`
  const rows = await runPrepared(database, { name: 'count-hours', statement })
  const byHour = Map.groupBy(rows, ({ at }) => at.getTime())
  return Array.from({ length: hours }, (_, index) => {
    const at = new Date(sinceMs + index * hourMs)
    const ofHour = new Map(byHour.get(at.getTime())?.map(({ name, count }) => [name, count]))
    const each = counted.map((name) => [name, ofHour.get(name) ?? 0])
    // The cast: the entries are those of `counted`.
    return { at, ...(Object.fromEntries(each) as Omit<HourCount, 'at'>) }
  })
}
