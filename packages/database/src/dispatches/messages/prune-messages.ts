import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { idFloor } from '../../ids.ts'
import { pruneInbox } from '../inbox/prune-inbox.ts'
import { pruneTroubles } from '../troubles/troubles.ts'

const forgottenAtOnce = 10_000

/**
 * Deletes messages settled before a time, digests closed before it, what inboxes got before it, and troubles that ended
 * before it; decisions are kept. Returns the number of messages.
 */
export async function pruneMessages(database: Database, before: Date): Promise<number> {
  const forgotten = await deleteInSteps(() =>
    sql`
      delete from messages where message_id = any(array(
        select message_id from messages
        where created_at < ${before} and status not in ('pending', 'sending') limit ${forgottenAtOnce}
      ))`.execute(database),
  )
  await deleteInSteps(() =>
    sql`
      delete from digests where digest_id = any(array(
        select digest_id from digests d
        where digest_id < ${idFloor('dig_', before.getTime())} and due_at < ${before} and not is_open
          and not exists (select from messages m where m.digest_id = d.digest_id)
        limit ${forgottenAtOnce}
      ))`.execute(database),
  )
  await deleteInSteps(() => pruneInbox(database, { before, limit: forgottenAtOnce }))
  await pruneTroubles(database, before)
  return forgotten
}

async function deleteInSteps(
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
