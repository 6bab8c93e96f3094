import { sql } from 'kysely'
import type { DatabaseTransaction } from '../database.ts'

const sequencingLock = 7_204_003

/**
 * Prevents others from assigning positions until the transaction ends. PostgreSQL releases such a lock only after the
 * commit is visible. So a reader that sees a position also sees every smaller one, and can use it as a cursor.
 */
export async function holdSequencingLock(transaction: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sequencingLock})`.execute(transaction)
}
