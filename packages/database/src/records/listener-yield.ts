import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** What a listener found last, and how useful people thought it. */
export type ListenerYield = {
  /** When its newest signal was first stored. */
  lastFoundAt: Date | null
  /** Of the newest signals. */
  good: number
  bad: number
}

/** So many of a listener's newest signals count. */
const newestSignals = 200

/** Returns the yield of some listeners of a workspace, by their ids. */
export async function readListenerYields(
  database: Database,
  { orgId, listenerIds }: { orgId: string; listenerIds: readonly string[] },
): Promise<Map<string, ListenerYield>> {
  const { rows } = await sql<ListenerYield & { listenerId: string }>`
    select named.listener_id as "listenerId", max(newest.stored_at) as "lastFoundAt",
      (count(*) filter (where r.verdict = 'good'))::float8 as good,
      (count(*) filter (where r.verdict = 'bad'))::float8 as bad
    from unnest(${[...listenerIds]}::text[]) as named (listener_id)
    cross join lateral (
      select s.signal_id, s.stored_at from signals s
      where s.org_id = ${orgId} and s.listener_id = named.listener_id and s.relevance_score is not null
      order by s.stored_at desc limit ${sql.lit(newestSignals)}
    ) newest
    left join signal_registers r on r.org_id = ${orgId} and r.signal_id = newest.signal_id
    group by named.listener_id`.execute(database)
  return new Map(rows.map(({ listenerId, ...found }) => [listenerId, found]))
}
