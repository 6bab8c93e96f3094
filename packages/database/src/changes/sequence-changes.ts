import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { holdSequencingLock } from './sequencing-lock.ts'

const takenAtOnce = 5_000

/**
 * Gives every committed change its position, until the inbox is empty or `shouldStop` returns true. Returns how many it
 * moved. Everything committed before the call has its position when it ends, even if another process assigned it.
 */
export async function sequenceChanges(
  database: Database,
  { shouldStop = () => false }: { shouldStop?: () => boolean } = {},
): Promise<number> {
  let sequenced = 0
  while (!shouldStop()) {
    const taken = await sequenceSome(database)
    sequenced += taken
    if (taken < takenAtOnce) break
  }
  return sequenced
}

// Always moves a key to its new position, whatever its row's version: readers read the row as it is then, and a later
// change leaves another row in the inbox and moves the key again. Positions follow the order of keys, in which readers
// find many rows side by side.
async function sequenceSome(database: Database): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    await holdSequencingLock(transaction)
    const { rows } = await sql<{ taken: number }>`
      with taken as (
        delete from change_inbox
        where ctid = any(array(select ctid from change_inbox order by inbox_id limit ${takenAtOnce}))
        returning table_name, org_id, record_id
      ),
      moved as (
        insert into changes (table_name, org_id, record_id, position, sequenced_at)
        select table_name, org_id, record_id, nextval('change_positions'), statement_timestamp()
        from (select distinct table_name, org_id, record_id from taken order by 1, 2, 3) as keys
        on conflict on constraint changes_pkey
        do update set position = excluded.position, sequenced_at = excluded.sequenced_at
      )
      select count(*)::integer as taken from taken`.execute(transaction)
    return rows[0]?.taken ?? 0
  })
}
