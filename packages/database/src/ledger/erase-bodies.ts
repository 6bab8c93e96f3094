import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import { idFloor, idTimeMs } from '../ids.ts'
import { blankEvents } from './blank-events.ts'
import { blankForm } from './blank-form.ts'

const chunkSize = 50

/**
 * Blanks the ledger's bodies of every event of a workspace that concerns a signal, in chunks that are each committed,
 * so that it can be run again after it broke off. Statuses stay, and `sha256` stays that of what was received.
 * Answers how many requests and events were blanked.
 */
export async function eraseBodies(
  database: Database,
  { orgId, signalId }: { orgId: string; signalId: string },
): Promise<{ requests: number; events: number }> {
  const erased = { requests: 0, events: 0 }
  let after: string | undefined = ''
  while (after !== undefined) {
    const chunk: Chunk = { orgId, signalId, after, erased }
    after = await database.transaction().execute((transaction) => eraseChunk(transaction, chunk))
  }
  return erased
}

type Chunk = { orgId: string; signalId: string; after: string; erased: { requests: number; events: number } }

/** Answers the last request that it looked at; undefined at the end. */
async function eraseChunk(
  transaction: DatabaseTransaction,
  { orgId, signalId, after, erased }: Chunk,
): Promise<string | undefined> {
  // One chunk may have to read through all of the ledger before it finds enough.
  await sql`set local statement_timeout = 0`.execute(transaction)
  const { rows } = await sql<{ requestId: string; body: Buffer; isForm: boolean }>`
    select request_id as "requestId", body, channel_id is not null as "isForm"
    from requests r left join channels on channel_id = source_id and org_id = ${orgId}
    where request_id > ${after} and (
      channel_id is not null
      or (source_id in (select source_id from sources where org_id = ${orgId}) and (${mayMention(signalId)}))
    )
    order by request_id limit ${chunkSize} for update of r`.execute(transaction)
  for (const { requestId, body, isForm } of rows) {
    const blanked = isForm ? blankForm(body, signalId) : blankEvents(body, signalId)
    if (blanked === undefined) continue
    await transaction
      .updateTable('requests')
      .set({ body: blanked.body })
      .where('request_id', '=', requestId)
      .execute()
    erased.requests += 1
    erased.events += isForm ? await forgetEvents(transaction, requestId, signalId) : blanked.blanked
  }
  return rows.length < chunkSize ? undefined : rows.at(-1)?.requestId
}

/** Forgets what the deliveries of a request say of a signal; answers how many did. */
async function forgetEvents(
  transaction: DatabaseTransaction,
  requestId: string,
  signalId: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update deliveries set event = null
    where request_id = ${requestId} and delivery_id >= ${requestId}
      and delivery_id < ${idFloor('dlv_', (idTimeMs(requestId) ?? 0) + 1)}
      and event->'data'->>'signalId' = ${signalId}`.execute(transaction)
  return Number(numAffectedRows ?? 0)
}

/**
 * Whether a body may hold the id: as it is, or with characters written as JSON escapes. Ids are printable ASCII, so
 * the escapes that matter are `\u002x` to `\u007x` and those that a single letter names.
 */
function mayMention(signalId: string): RawBuilder<unknown> {
  const texts = [signalId, ...['2', '3', '4', '5', '6', '7'].map((digit) => `\\u00${digit}`)]
  if (/["\\]/.test(signalId)) texts.push(JSON.stringify(signalId).slice(1, -1))
  if (signalId.includes('/')) texts.push('\\/')
  return sql.join(
    texts.map((text) => sql`position(convert_to(${text}, 'UTF8') in body) > 0`),
    sql` or `,
  )
}
