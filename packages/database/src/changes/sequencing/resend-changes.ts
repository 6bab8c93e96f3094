import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { holdSequencingLock, shardOf } from './sequencing-lock.ts'

const resentAtOnce = 5_000

/** Moves records to new positions, so that every reader of the table reads them again. */
export async function resendChanges(
  database: Database,
  { orgId, table, keys }: { orgId: string; table: string; keys: readonly string[] },
): Promise<void> {
  for (let sent = 0; sent < keys.length; sent += resentAtOnce) {
    await database.transaction().execute(async (transaction) => {
      await holdSequencingLock(transaction, shardOf(orgId))
      await sql`
        insert into changes (table_name, org_id, record_id, position, sequenced_at)
        select ${table}, ${orgId}, record_id, nextval('change_positions'), statement_timestamp()
        from (select distinct unnest(${keys.slice(sent, sent + resentAtOnce)}::text[]) as record_id) as keys
        on conflict on constraint changes_pkey
        do update set position = excluded.position, sequenced_at = excluded.sequenced_at`.execute(transaction)
    })
  }
}
