import { sql } from 'kysely'
import type { Database } from '../../database.ts'

export type DispatchBacklog = {
  due: number
  oldestSeconds: number
  pending: number
  /** Changes that could not be evaluated. */
  setAside: number
}

const countedAtMost = 100_000

/** Counts pending changes, due messages and changes set aside, at most 100,000 of each. */
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
        select from pending_changes where error is null limit ${countedAtMost}
      ) counted) as pending,
      (select count(*)::integer from (
        select from pending_changes where error is not null limit ${countedAtMost}
      ) counted) as "setAside"`.execute(database)
  return rows[0] ?? { due: 0, oldestSeconds: 0, pending: 0, setAside: 0 }
}
