import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { holdSequencingLock, shardOf, tryHoldSequencingLock } from './sequencing-lock.ts'

const takenAtOnce = 5_000

type Options = {
  /** Sequences the changes of the workspaces that share its lock only. */
  orgId?: string
  /** Leaves to other processes what they are sequencing right now. */
  skipsBusy?: boolean
  shouldStop?: () => boolean
}

/**
 * Gives every committed change its position, until the inbox is empty or `shouldStop` returns true. Returns how many it
 * moved. Everything committed before the call, of the workspace if one is given, has its position when it ends, even if
 * another process assigned it; with `skipsBusy`, the other process may still be about to.
 */
export async function sequenceChanges(
  database: Database,
  { orgId, skipsBusy = false, shouldStop = () => false }: Options = {},
): Promise<number> {
  let sequenced = 0
  for (const shard of await findShards(database, orgId)) {
    while (!shouldStop()) {
      const taken = await sequenceSome(database, { shard, skipsBusy })
      sequenced += taken
      if (taken < takenAtOnce) break
    }
  }
  return sequenced
}

/** In any order, so that processes that begin together wait less for each other. */
async function findShards(database: Database, orgId?: string): Promise<number[]> {
  const { rows } = await sql<{ shard: number }>`
    select shard from (
      select distinct ${shardOf()} as shard from change_inbox
      where ${orgId === undefined ? sql`true` : sql`${shardOf()} = ${shardOf(orgId)}`}
    ) waiting order by random()`.execute(database)
  return rows.map(({ shard }) => shard)
}

// Always moves a key to its new position, whatever its row's version: readers read the row as it is then, and a later
// change leaves another row in the inbox and moves the key again. Positions follow the order of keys, in which readers
// find many rows side by side.
async function sequenceSome(
  database: Database,
  { shard, skipsBusy }: { shard: number; skipsBusy: boolean },
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    if (!skipsBusy) await holdSequencingLock(transaction, shard)
    else if (!(await tryHoldSequencingLock(transaction, shard))) return 0
    const { rows } = await sql<{ taken: number }>`
      with taken as (
        delete from change_inbox
        where ctid = any(array(
          select ctid from change_inbox where ${shardOf()} = ${shard}
          order by inbox_id limit ${takenAtOnce}
        ))
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
