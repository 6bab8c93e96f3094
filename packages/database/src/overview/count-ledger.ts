import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { idFloor } from '../ids.ts'
import type { DeliveryStatus } from '../ledger/ledger-tables.ts'

/** How many deliveries of a period were accepted, and how many of them have each status. */
export type LedgerCount = Record<DeliveryStatus | 'accepted', number>

const statuses = ['applied', 'duplicate', 'conflict', 'ignored', 'dead', 'queued'] as const

// An id is made just after its receipt was recorded; a clock that was set back in between must not hide it.
const clockSlackMs = 60_000

/**
 * Counts the deliveries of a workspace that were received within each period, from one snapshot: `accepted` is the sum
 * of the rest. Reads the whole of the longest period.
 */
export async function countLedger<Period extends string>(
  database: Database,
  { orgId, nowMs, periodsMs }: { orgId: string; nowMs: number; periodsMs: Record<Period, number> },
): Promise<Record<Period, LedgerCount>> {
  const periods = Object.entries<number>(periodsMs)
  const sinces = periods.map(([, ms]) => new Date(nowMs - ms))
  const floor = idFloor('dlv_', Math.max(0, Math.min(...sinces.map(Number)) - clockSlackMs))
  const { rows } = await sql<{ status: DeliveryStatus; counts: number[] }>`
    select status, array[${sql.join(
      sinces.map((since) => sql`count(*) filter (where received_at >= ${since})::float8`),
    )}] as counts
    from deliveries
    where org_id = ${orgId} and delivery_id >= ${floor}
    group by status`.execute(database)
  const counted = periods.map(([period], index) => [period, countOf(rows, index)])
  // The cast: the entries are those of `periodsMs`.
  return Object.fromEntries(counted) as Record<Period, LedgerCount>
}

function countOf(rows: readonly { status: DeliveryStatus; counts: number[] }[], index: number): LedgerCount {
  const byStatus = new Map(rows.map(({ status, counts }) => [status, counts[index] ?? 0]))
  const count = (status: DeliveryStatus): number => byStatus.get(status) ?? 0
  return {
    accepted: statuses.reduce((sum, status) => sum + count(status), 0),
    ...{ applied: count('applied'), duplicate: count('duplicate'), conflict: count('conflict') },
    ...{ ignored: count('ignored'), dead: count('dead'), queued: count('queued') },
  }
}
