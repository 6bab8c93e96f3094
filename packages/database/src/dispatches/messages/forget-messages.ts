import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { idFloor } from '../../ids.ts'

const forgottenAtOnce = 10_000

/**
 * Drops messages that were settled, and then digests that were closed, before a moment; what was decided stays for
 * ever. Answers how many messages there were.
 */
export async function forgetMessages(database: Database, before: Date): Promise<number> {
  const forgotten = await forgetInSteps(() =>
    sql`
      delete from messages where message_id = any(array(
        select message_id from messages
        where created_at < ${before} and status not in ('pending', 'sending') limit ${forgottenAtOnce}
      ))`.execute(database),
  )
  await forgetInSteps(() =>
    sql`
      delete from digests where digest_id = any(array(
        select digest_id from digests d
        where digest_id < ${idFloor('dig_', before.getTime())} and due_at < ${before} and not is_open
          and not exists (select from messages m where m.digest_id = d.digest_id)
        limit ${forgottenAtOnce}
      ))`.execute(database),
  )
  return forgotten
}

async function forgetInSteps(
  forget: () => Promise<{ numAffectedRows?: bigint | undefined }>,
): Promise<number> {
  let forgotten = 0
  let step = forgottenAtOnce
  while (step === forgottenAtOnce) {
    step = Number((await forget()).numAffectedRows ?? 0)
    forgotten += step
  }
  return forgotten
}
