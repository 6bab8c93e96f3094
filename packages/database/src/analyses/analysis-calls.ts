import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { Row } from '../tables.ts'

const hourSeconds = 3_600

/** The result for a call; a refused one has the seconds, at least 1, until there is room again. */
export type AnalysisCall = { isTaken: true } | { isTaken: false; retryAfterSeconds: number }

/**
 * Counts a call, unless the key or person made `limit` calls in the last hour. Locks the caller's row, so the limit is exact over
 * all processes.
 */
export async function takeAnalysisCall(
  database: Database,
  { orgId, callerId, limit }: { orgId: string; callerId: string; limit: number },
): Promise<AnalysisCall> {
  const { rows: taken } = await sql<Row<'analysis_calls', 'key_id'>>`
    insert into analysis_calls as known (org_id, key_id, called_at)
    values (${orgId}, ${callerId}, array[clock_timestamp()])
    on conflict on constraint analysis_calls_pkey do update
    set called_at = array(select at from unnest(known.called_at) at where ${isRecent}) || clock_timestamp()
    where (select count(*) from unnest(known.called_at) at where ${isRecent}) < ${limit}
    returning key_id`.execute(database)
  if (taken.length > 0) return { isTaken: true }
  const { rows } = await sql<{ seconds: number | null }>`
    select ceil(extract(epoch from min(at) - clock_timestamp()) + ${hourSeconds})::float8 as seconds
    from analysis_calls, unnest(called_at) at
    where org_id = ${orgId} and key_id = ${callerId} and ${isRecent}`.execute(database)
  return { isTaken: false, retryAfterSeconds: Math.max(1, rows[0]?.seconds ?? 1) }
}

const isRecent = sql`at > clock_timestamp() - make_interval(secs => ${hourSeconds})`
