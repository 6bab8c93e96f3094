import { sql } from 'kysely'
import type { Database } from '../../database.ts'

/**
 * Spreads listeners that no process ran when they were due, `apartMs` apart and over `withinMs` at most, those that wait
 * the longest first. None waits for more than its own period, which is about the time from its last run until it was due.
 * Those that never ran stay due at once. Returns how many were spread.
 */
export async function spreadOverdueListeners(
  database: Database,
  { overdueMs, apartMs, withinMs }: { overdueMs: number; apartMs: number; withinMs: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with overdue as materialized (
      select org_id, listener_id, due_at, due_at - last_run_at as period from listener_schedules
      where not is_paused and last_run_at is not null
        and due_at < now() - make_interval(secs => ${overdueMs / 1000})
        and (leased_until is null or leased_until <= now())
      for update skip locked
    ), placed as (
      select *, row_number() over (order by due_at, org_id, listener_id) - 1 as place, count(*) over () as total
      from overdue
    )
    update listener_schedules s
    set due_at = now() + p.place / p.total::float8 * greatest(interval '0', least(
      p.period, make_interval(secs => p.total * ${apartMs / 1000}::float8), make_interval(secs => ${withinMs / 1000})))
    from placed p
    where s.org_id = p.org_id and s.listener_id = p.listener_id`.execute(database)
  return Number(numAffectedRows ?? 0n)
}
