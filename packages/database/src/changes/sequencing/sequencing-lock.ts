import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'

/** Versions before shards hold it exclusively, whatever they sequence; later ones share it. */
const sequencingLock = 7_204_003
/** A power of two. Another number needs another lock, or two versions would hold different shards for one workspace. */
const shards = 16

/**
 * Prevents others from assigning positions in the shard until the transaction ends. PostgreSQL releases such a lock only
 * after the commit is visible. So a reader that sees a position of a workspace also sees every smaller one of it, and can
 * use it as a cursor. Readers never compare positions of two workspaces.
 */
export async function holdSequencingLock(
  transaction: DatabaseTransaction,
  shard: number | RawBuilder<number>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${sequencingLock})`.execute(transaction)
  await sql`select pg_advisory_xact_lock(${sequencingLock}, ${shard})`.execute(transaction)
}

/** Takes the same locks if no one else holds one of them. Returns whether it did. */
export async function tryHoldSequencingLock(
  transaction: DatabaseTransaction,
  shard: number,
): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select case when pg_try_advisory_xact_lock_shared(${sequencingLock})
      then pg_try_advisory_xact_lock(${sequencingLock}, ${shard}) else false end as held`.execute(transaction)
  return rows[0]?.held === true
}

/** The shard of a workspace, from 0; without one, of each row's. Only running transactions depend on it. */
export function shardOf(orgId?: string): RawBuilder<number> {
  const id = orgId === undefined ? sql.ref('org_id') : sql`${orgId}::text`
  return sql`(hashtext(${id}) & ${sql.lit(shards - 1)})`
}
