import { sql } from 'kysely'
import type { DatabaseTransaction } from '../database.ts'

const sequencingLock = 7_204_003

/**
 * Until the transaction ends nobody else draws positions. PostgreSQL gives such a lock back only after a commit is
 * visible: so whoever sees a position sees every smaller one, too, and can use it as a cursor.
 */
export async function holdSequencingLock(transaction: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sequencingLock})`.execute(transaction)
}
