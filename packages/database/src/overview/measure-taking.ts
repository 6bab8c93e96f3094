import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** How fast people take the signals that escalate. */
export type TakingTimes = {
  /** How many were taken in the time, at most the last 10,000. */
  taken: number
  /** Within which time half of them and nine of ten were taken; null without any. */
  halfWithinSeconds: number | null
  mostWithinSeconds: number | null
  /** How many escalate and no one has taken, at most 10,000. */
  standing: number
}

const countedAtMost = 10_000

export async function measureTaking(
  database: Database,
  { orgId, since, until = null }: { orgId: string; since: Date; until?: Date | null },
): Promise<TakingTimes> {
  const { rows } = await sql<TakingTimes>`
    select count(*)::integer as taken,
           percentile_cont(0.5) within group (order by seconds) as "halfWithinSeconds",
           percentile_cont(0.9) within group (order by seconds) as "mostWithinSeconds",
           (select count(*)::integer from (
             select from escalation_runs where org_id = ${orgId} and ended_at is null limit ${countedAtMost}
           ) standing) as standing
    from (
      select seconds_to_taken as seconds from escalation_runs
      where org_id = ${orgId} and outcome = 'taken' and ended_at >= ${since}
        and (${until}::timestamptz is null or ended_at < ${until})
      order by ended_at desc limit ${countedAtMost}
    ) taken`.execute(database)
  return rows[0] ?? { taken: 0, halfWithinSeconds: null, mostWithinSeconds: null, standing: 0 }
}
