import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { DispatchStatus } from '../dispatches/dispatches-tables.ts'

/** How many signals met a rule in a period, and how many of their alerts have each status. */
export type AlertCount = Record<DispatchStatus | 'matched', number>

const statuses = ['sent', 'digested', 'pending', 'suppressed', 'failed', 'expired', 'unknown'] as const

/** Counts the alerts of a workspace that were decided within each period, from one snapshot. */
export async function countAlerts<Period extends string>(
  database: Database,
  { orgId, nowMs, periodsMs }: { orgId: string; nowMs: number; periodsMs: Record<Period, number> },
): Promise<Record<Period, AlertCount>> {
  const periods = Object.entries<number>(periodsMs)
  const sinces = periods.map(([, ms]) => new Date(nowMs - ms))
  const earliest = new Date(Math.min(...sinces.map(Number)))
  const { rows } = await sql<{ status: DispatchStatus; counts: number[] }>`
    select status, array[${sql.join(
      sinces.map((since) => sql`count(*) filter (where decided_at >= ${since})::float8`),
    )}] as counts
    from dispatches where org_id = ${orgId} and decided_at >= ${earliest}
    group by status`.execute(database)
  const counted = periods.map(([period], index) => {
    const byStatus = new Map(rows.map(({ status, counts }) => [status, counts[index] ?? 0]))
    const each = statuses.map((status) => [status, byStatus.get(status) ?? 0] as const)
    const matched = each.reduce((sum, [, count]) => sum + count, 0)
    return [period, { matched, ...Object.fromEntries(each) }]
  })
  // The cast: the entries are those of `periodsMs`, and each has every status.
  return Object.fromEntries(counted) as Record<Period, AlertCount>
}
