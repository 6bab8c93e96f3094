import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { idFloor } from '../ids.ts'
import type { DeliveryStatus } from '../tables.ts'

/** How many deliveries of a period were accepted, and how many of them have each status. */
export type LedgerCount = Record<DeliveryStatus | 'accepted', number>

const statuses = ['applied', 'duplicate', 'conflict', 'ignored', 'dead', 'queued'] as const

/** As `ledger_step` of the schema has it. */
const stepMs = 5 * 60_000
// An id is made just after its receipt was recorded; a clock that was set back in between must not hide it.
const clockSlackMs = 60_000

/**
 * Counts the deliveries of a workspace that were received within each period, exactly and from one snapshot: `accepted`
 * is the sum of the rest. Reads the counts of whole steps, the deliveries of the step in which a period begins, and
 * those that are queued. A period may go back 7 days, for which counts are kept.
 */
export async function countLedger<Period extends string>(
  database: Database,
  { orgId, nowMs, periodsMs }: { orgId: string; nowMs: number; periodsMs: Record<Period, number> },
): Promise<Record<Period, LedgerCount>> {
  const periods = Object.entries<number>(periodsMs)
  const { rows } = await sql<{ period: Period; status: DeliveryStatus; count: number }>`
    ${sql.join(
      periods.map(([period, ms]) => countSettled(period, { orgId, sinceMs: nowMs - ms })),
      sql` union all `,
    )}
    union all ${countQueued(orgId, new Map(periods.map(([period, ms]) => [period, nowMs - ms])))}`.execute(
    database,
  )
  const counted = periods.map(([period]) => [period, countOf(rows.filter((row) => row.period === period))])
  // The cast: the entries are those of `periodsMs`.
  return Object.fromEntries(counted) as Record<Period, LedgerCount>
}

function countSettled(
  period: string,
  { orgId, sinceMs }: { orgId: string; sinceMs: number },
): RawBuilder<unknown> {
  const since = new Date(sinceMs)
  const wholeFromMs = Math.ceil(sinceMs / stepMs) * stepMs
  const wholeFrom = new Date(wholeFromMs)
  const floor = idFloor('dlv_', Math.max(0, sinceMs - clockSlackMs))
  const ceiling = idFloor('dlv_', wholeFromMs + clockSlackMs)
  return sql`
    select ${period}::text as period, status, sum(count)::float8 as count from (
      select status, deliveries as count from ledger_counts where org_id = ${orgId} and step >= ${wholeFrom}
      union all
      select status, 1 from deliveries
      where org_id = ${orgId} and delivery_id >= ${floor} and delivery_id < ${ceiling}
        and received_at >= ${since} and received_at < ${wholeFrom} and status <> 'queued'
    ) counted group by status`
}

/** Of all periods at once: a plan looks at each day of the ledger, and thousands may wait. */
function countQueued(orgId: string, sincesMs: ReadonlyMap<string, number>): RawBuilder<unknown> {
  const counts = Array.from(
    sincesMs.values(),
    (ms) => sql`count(*) filter (where received_at >= ${new Date(ms)})`,
  )
  const floor = idFloor('dlv_', Math.max(0, Math.min(...sincesMs.values()) - clockSlackMs))
  return sql`
    select unnest(${[...sincesMs.keys()]}::text[]), 'queued', unnest(array[${sql.join(counts)}])::float8
    from deliveries where org_id = ${orgId} and delivery_id >= ${floor} and status = 'queued'`
}

function countOf(rows: readonly { status: DeliveryStatus; count: number }[]): LedgerCount {
  const byStatus = new Map(rows.map(({ status, count }) => [status, count]))
  const count = (status: DeliveryStatus): number => byStatus.get(status) ?? 0
  return {
    accepted: statuses.reduce((sum, status) => sum + count(status), 0),
    ...{ applied: count('applied'), duplicate: count('duplicate'), conflict: count('conflict') },
    ...{ ignored: count('ignored'), dead: count('dead'), queued: count('queued') },
  }
}
