import { sql } from 'kysely'
import type { Database } from '../database.ts'

const forgottenAtOnce = 10_000

/** Drops messages and digests that were settled before a moment; what was decided stays for ever. */
export async function forgetMessages(database: Database, before: Date): Promise<number> {
  let forgotten = 0
  let step = forgottenAtOnce
  while (step === forgottenAtOnce) {
    const { numAffectedRows } = await sql`
      delete from messages where message_id = any(array(
        select message_id from messages
        where created_at < ${before} and status not in ('pending', 'sending') limit ${forgottenAtOnce}
      ))`.execute(database)
    step = Number(numAffectedRows ?? 0)
    forgotten += step
  }
  return forgotten
}
