import { sql } from 'kysely'
import type { Database } from '../database.ts'

export type DispatchBacklog = {
  due: number
  oldestSeconds: number
  unannounced: number
  /** Changes that could not be announced. */
  setAside: number
}

const countedAtMost = 100_000

/** What waits to be announced and to be sent, and what was set aside; counts at most 100,000 of each. */
export async function measureDispatching(database: Database, nowMs: number): Promise<DispatchBacklog> {
  const now = new Date(nowMs)
  const { rows } = await sql<DispatchBacklog>`
    select
      (select count(*)::integer from (
        select from messages where status = 'pending' and due_at <= ${now} limit ${countedAtMost}
      ) counted) as due,
      coalesce((
        select extract(epoch from ${now}::timestamptz - min(due_at))::float from (
          select due_at from messages where status = 'pending' and due_at <= ${now} limit ${countedAtMost}
        ) counted
      ), 0) as "oldestSeconds",
      (select count(*)::integer from (
        select from announcements where error is null limit ${countedAtMost}
      ) counted) as unannounced,
      (select count(*)::integer from (
        select from announcements where error is not null limit ${countedAtMost}
      ) counted) as "setAside"`.execute(database)
  return rows[0] ?? { due: 0, oldestSeconds: 0, unannounced: 0, setAside: 0 }
}
