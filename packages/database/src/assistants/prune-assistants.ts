import { dayMs } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'

const rowsAtOnce = 1_000
const keptDays = 90

/**
 * Removes what is over: artifacts, authorizations and confirmations at once, assistants that no one ever connected with them,
 * and other assistants after 90 days. Returns how many rows went.
 */
export async function pruneAssistants(database: Database, { nowMs }: { nowMs: number }): Promise<number> {
  const now = new Date(nowMs)
  const longAgo = new Date(nowMs - keptDays * dayMs)
  let removed = 0
  for (const table of ['oauth_artifacts', 'assistant_authorizations', 'assistant_confirmations']) {
    removed += await prune((rows) =>
      sql`delete from ${sql.table(table)} where ctid = any(array(
            select ctid from ${sql.table(table)} where ends_at < ${now} limit ${rows}))`.execute(database),
    )
  }
  return (
    removed +
    (await prune((rows) =>
      sql`delete from assistants where ctid = any(array(
            select ctid from assistants a
            where a.connected_at is null and not exists (
                    select from assistant_authorizations w where w.assistant_id = a.assistant_id)
               or least(a.ends_at, a.ended_at) < ${longAgo}
            limit ${rows}))`.execute(database),
    ))
  )
}

async function prune(remove: (rows: number) => Promise<{ numAffectedRows?: bigint }>): Promise<number> {
  let removed = 0
  for (let last = rowsAtOnce; last === rowsAtOnce; removed += last) {
    last = Number((await remove(rowsAtOnce)).numAffectedRows ?? 0)
  }
  return removed
}
