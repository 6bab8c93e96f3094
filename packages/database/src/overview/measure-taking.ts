import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** How fast people take the signals that escalate; each counts once, however many escalations it has. */
export type TakingTimes = {
  /** How many were taken in the time, at most the last 10,000. */
  taken: number
  /** Within which time half of them and nine of ten were taken; null without any. */
  halfWithinSeconds: number | null
  mostWithinSeconds: number | null
  /** How many escalate and no one has taken, at most 10,000. */
  standing: number
  /** How many ran out of steps in the time without anyone who took them, at most 10,000. */
  lost: number
}

type Taker = { personId: string; taken: number; halfWithinSeconds: number }
type Span = { orgId: string; since: Date; until?: Date | null }

const countedAtMost = 10_000
const peopleAtMost = 10

export async function measureTaking(
  database: Database,
  { orgId, since, until = null }: Span,
): Promise<TakingTimes> {
  const { rows } = await sql<TakingTimes>`
    select count(*)::integer as taken,
           percentile_cont(0.5) within group (order by seconds) as "halfWithinSeconds",
           percentile_cont(0.9) within group (order by seconds) as "mostWithinSeconds",
           (select count(*)::integer from (
             select distinct signal_id from escalation_runs where org_id = ${orgId} and ended_at is null
             limit ${countedAtMost}
           ) standing) as standing,
           (select count(*)::integer from (
             select distinct signal_id from escalation_runs
             where org_id = ${orgId} and outcome = 'ended' and ended_at >= ${since}
               and (${until}::timestamptz is null or ended_at < ${until})
             limit ${countedAtMost}
           ) ended) as lost
    from (${takenSignals({ orgId, since, until })}) taken`.execute(database)
  return rows[0] ?? { taken: 0, halfWithinSeconds: null, mostWithinSeconds: null, standing: 0, lost: 0 }
}

/** Returns who has the leads that were taken since a time, the most first. */
export async function listTakers(
  database: Database,
  { orgId, since }: { orgId: string; since: Date },
): Promise<Taker[]> {
  const { rows } = await sql<Taker>`
    select registers.assigned_user_id as "personId", count(*)::integer as taken,
           percentile_cont(0.5) within group (order by taken.seconds) as "halfWithinSeconds"
    from (${takenSignals({ orgId, since })}) taken
    join signal_registers registers on registers.org_id = ${orgId} and registers.signal_id = taken.signal_id
    where registers.assigned_user_id is not null
    group by registers.assigned_user_id
    order by count(*) desc, registers.assigned_user_id
    limit ${peopleAtMost}`.execute(database)
  return rows
}

/** From the first escalation that stood for a signal to the taking. */
function takenSignals({ orgId, since, until = null }: Span) {
  return sql`
    select signal_id, max(seconds) as seconds
    from (
      select signal_id, seconds_to_taken as seconds from escalation_runs
      where org_id = ${orgId} and outcome = 'taken' and ended_at >= ${since}
        and (${until}::timestamptz is null or ended_at < ${until})
      order by ended_at desc limit ${countedAtMost}
    ) runs
    group by signal_id`
}
