import { sql } from 'kysely'
import { forgetAnswersAbout } from '../../access/idempotency-keys.ts'
import { forgetQuestionsAbout } from '../../assistant-calls/confirmations.ts'
import type { Database } from '../../database.ts'
import { eraseInbox } from '../inbox/erase-inbox.ts'

/** Marks a message whose request must not be recorded once its attempt ends. */
export const erasedRequest = ''

type Deleted = { orgId: string; signalIds: readonly string[] }

/**
 * Removes the text of deleted signals from events, from requests and receivers' answers, which may repeat it, from
 * inboxes, from answers of the API that are remembered, from changes that were set aside, and with the questions that
 * assistants ask about them. Events that wait are not sent.
 */
export async function eraseMessages(
  database: Database,
  { orgId, signalIds, nowMs }: Deleted & { nowMs: number },
): Promise<void> {
  if (signalIds.length === 0) return
  await sql`
    update messages set event = null,
      status = case when status = 'pending' then 'suppressed' else status end,
      reason = case when status = 'pending' then 'deleted' else reason end,
      settled_at = case when status = 'pending' then ${new Date(nowMs)} else settled_at end
    where org_id = ${orgId} and signal_id = any(${[...signalIds]}) and kind = 'event'
      and event #> '{data,signal}' is not null`.execute(database)
  await eraseExchanges(database, { orgId, signalIds })
  await eraseInbox(database, { orgId, signalIds })
  await forgetAnswersAbout(database, { orgId, signalIds })
  await forgetQuestionsAbout(database, { orgId, signalIds })
  await sql`
    update pending_changes set document = null, document_before = null
    where error is not null and org_id = ${orgId} and record = 'signal'
      and record_id = any(${[...signalIds]})`.execute(database)
}

async function eraseExchanges(database: Database, { orgId, signalIds }: Deleted): Promise<void> {
  const related = sql`
    select message_id from messages where org_id = ${orgId} and signal_id = any(${[...signalIds]})
    union all
    select message_id from dispatches d join messages m using (digest_id)
    where d.org_id = ${orgId} and d.signal_id = any(${[...signalIds]})`
  // What is on its way is not recorded either.
  await sql`
    update messages set request = case when status = 'sending' then ${erasedRequest} end
    where (request is not null or status = 'sending') and message_id in (${related})`.execute(database)
  await sql`
    update attempts set answer = null where answer is not null and message_id in (${related})`.execute(
    database,
  )
}
