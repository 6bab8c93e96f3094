import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { ListenerReference } from '../listeners/schedules.ts'

/** How many scored finds became signals or did not, from a score up to nine points above it. */
export type TenOfScores = { from: number; kept: number; dropped: number }

/** Counts the scores of a listener's newest finds by tens, at most of `limit` finds; tens without finds are missing. */
export async function countScores(
  database: Database,
  counted: ListenerReference & { limit: number },
): Promise<TenOfScores[]> {
  const { rows } = await scoresByTen(counted).execute(database)
  return rows
}

/** Names an order that one index has: by time alone, the finds of all listeners would be read. Exported for its test. */
export function scoresByTen({
  orgId,
  listenerId,
  limit,
}: ListenerReference & { limit: number }): RawBuilder<TenOfScores> {
  return sql<TenOfScores>`
    select (least(score / 10, 9) * 10)::integer as "from",
      (count(*) filter (where state in ('waiting', 'delivered')))::float8 as kept,
      (count(*) filter (where state not in ('waiting', 'delivered')))::float8 as dropped
    from (
      select score, state from finds
      where org_id = ${orgId} and listener_id between ${listenerId} and ${listenerId}
      order by listener_id desc, first_seen_at desc limit ${limit}
    ) newest
    where score is not null
    group by 1 order by 1`
}
