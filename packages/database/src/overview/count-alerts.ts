import { minuteMs } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import type { DispatchStatus } from '../tables.ts'

/** How many signals met a rule in a period, and how many of their alerts have each status. */
export type AlertCount = Record<DispatchStatus | 'matched', number>

const statuses = ['sent', 'digested', 'pending', 'suppressed', 'failed', 'expired', 'unknown'] as const

/** As `ledger_step` of the schema has it. */
const stepMs = 5 * minuteMs

/**
 * Counts the alerts of a workspace that were decided within each period, exactly and from one snapshot. Reads the counts
 * of whole steps, and the alerts of the step in which a period begins. A period may go back 7 days, for which counts are
 * kept.
 */
export async function countAlerts<Period extends string>(
  database: Database,
  { orgId, nowMs, periodsMs }: { orgId: string; nowMs: number; periodsMs: Record<Period, number> },
): Promise<Record<Period, AlertCount>> {
  const periods = Object.entries<number>(periodsMs)
  const { rows } = await sql<{ period: string; status: DispatchStatus; count: number }>`
    ${sql.join(
      periods.map(([period, ms]) => countSince(period, { orgId, sinceMs: nowMs - ms })),
      sql` union all `,
    )}`.execute(database)
  const counted = periods.map(([period]) => {
    const ofPeriod = rows.filter((row) => row.period === period)
    const byStatus = new Map(ofPeriod.map(({ status, count }) => [status, count]))
    const each = statuses.map((status) => [status, byStatus.get(status) ?? 0] as const)
    const matched = each.reduce((sum, [, count]) => sum + count, 0)
    return [period, { matched, ...Object.fromEntries(each) }]
  })
  // The cast: the entries are those of `periodsMs`, and each has every status.
  return Object.fromEntries(counted) as Record<Period, AlertCount>
}

function countSince(
  period: string,
  { orgId, sinceMs }: { orgId: string; sinceMs: number },
): RawBuilder<unknown> {
  const since = new Date(sinceMs)
  const wholeFrom = new Date(Math.ceil(sinceMs / stepMs) * stepMs)
  return sql`
    select ${period}::text as period, status, sum(count)::float8 as count from (
      select status, alerts as count from alert_counts where org_id = ${orgId} and step >= ${wholeFrom}
      union all
      select status, 1 from dispatches
      where org_id = ${orgId} and status = any(${[...statuses]}) and decided_at >= ${since} and decided_at < ${wholeFrom}
    ) counted group by status`
}
