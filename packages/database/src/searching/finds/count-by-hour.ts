import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { ListenerReference } from '../listeners/schedules.ts'

/** How many finds of an hour became signals or wait to become some, and how many did not. */
export type FindsOfHour = { at: Date; kept: number; dropped: number }

/** Counts a listener's finds since a moment by the hour in which it met them, at most of the newest `limit`. */
export async function countFindsByHour(
  database: Database,
  { orgId, listenerId, since, limit }: ListenerReference & { since: Date; limit: number },
): Promise<FindsOfHour[]> {
  const { rows } = await sql<FindsOfHour>`
    select date_trunc('hour', first_seen_at, 'UTC') as at,
      (count(*) filter (where state in ('waiting', 'delivered')))::float8 as kept,
      (count(*) filter (where state not in ('waiting', 'delivered')))::float8 as dropped
    from (
      -- An order that one index has: by time alone, the finds of all listeners would be read.
      select first_seen_at, state from finds
      where org_id = ${orgId} and listener_id between ${listenerId} and ${listenerId} and first_seen_at >= ${since}
      order by listener_id desc, first_seen_at desc limit ${limit}
    ) newest
    group by 1 order by 1`.execute(database)
  return rows
}
