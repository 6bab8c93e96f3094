import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { holdSequencingLock } from './sequencing-lock.ts'

const takenAtOnce = 5_000

/**
 * Gives every change that is committed its position, until the inbox is empty or `shouldStop` says so; answers how many
 * it took. Whatever was committed before the call has its position when it ends, also where another process gave it.
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

// A key always moves to its new position, whatever version its row has: readers take the row as it is then, and a
// change that comes later leaves another row in the inbox and moves the key again. Positions are in the order of keys,
// in which readers find the rows of many side by side.
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
