import { type RawBuilder, sql } from 'kysely'
import { eraseCaptured } from '../../changes/ledger-events/erase-captured.ts'
import type { Database, DatabaseTransaction } from '../../database.ts'
import { idFloor, idTimeMs } from '../../ids.ts'
import { type BlankedBody, blankEvents } from './blank-events.ts'

const chunkSize = 50

/**
 * Blanks every event of a workspace that concerns a signal in the ledger's bodies and in what was copied of them for
 * warehouses. Commits in chunks, so it can be
 * repeated after an interruption. Statuses stay, and `sha256` remains that of the received bytes. Returns how many
 * requests and events were blanked.
 */
export async function eraseBodies(database: Database, about: About): Promise<Erased> {
  return eraseInChunks(database, about, eraseChunk)
}

/**
 * Does the same in the requests that the ledger itself knows to concern the signal: those of deliveries that were
 * attempted, found by an index however large the ledger is, and those of queued ones. Deliveries that were settled before
 * the ledger recorded what each is about are missed; they are older than the first listener that searched.
 */
export async function eraseRecordedBodies(database: Database, about: About): Promise<Erased> {
  return eraseInChunks(database, about, async (transaction, chunk) => {
    const { rows: found } = await recordedDeliveries(chunk).execute(transaction)
    const requestIds = [...new Set(found.map(({ requestId }) => requestId))]
    await eraseRequests(transaction, await lockRequests(transaction, requestIds), chunk)
    return found.length < chunkSize ? undefined : found.at(-1)?.deliveryId
  })
}

/** Erases in chunks, each in its own transaction. `eraseNext` returns where the next begins; undefined at the end. */
async function eraseInChunks(
  database: Database,
  about: About,
  eraseNext: (transaction: DatabaseTransaction, chunk: Chunk) => Promise<string | undefined>,
): Promise<Erased> {
  const erased = { requests: 0, events: 0 }
  let after: string | undefined = ''
  while (after !== undefined) {
    const chunk: Chunk = { ...about, after, erased }
    after = await database.transaction().execute((transaction) => eraseNext(transaction, chunk))
  }
  await eraseCaptured(database, about)
  return erased
}

/** The next deliveries about the signal in the order of their ids, and those that wait and may be about it. */
export function recordedDeliveries({
  orgId,
  signalId,
  after,
}: Pick<Chunk, 'orgId' | 'signalId' | 'after'>): RawBuilder<{ deliveryId: string; requestId: string }> {
  return sql`
    select delivery_id as "deliveryId", request_id as "requestId" from (
      (select delivery_id, request_id from deliveries
       where org_id = ${orgId} and record_id = ${signalId} and delivery_id > ${after}
       order by delivery_id limit ${chunkSize})
      union all
      (select delivery_id, request_id from deliveries d
       where org_id = ${orgId} and status = 'queued' and record_id is distinct from ${signalId} and delivery_id > ${after}
         and exists (select from requests r where r.request_id = d.request_id and (${mayMention(signalId)}))
       order by delivery_id limit ${chunkSize})
    ) as found
    order by delivery_id limit ${chunkSize}`
}

async function lockRequests(
  transaction: DatabaseTransaction,
  requestIds: readonly string[],
): Promise<Request[]> {
  const { rows } = await sql<Request>`
    select request_id as "requestId", body, exists (
      select from channels where channel_id = source_id
    ) as "isForm"
    from requests r where request_id = any(${requestIds}::text[])
    order by request_id for update of r`.execute(transaction)
  return rows
}

/** Whether the ledger has an event of a workspace that concerns a signal and is not blanked. */
export async function isSignalInLedger(
  database: Database,
  { orgId, signalId }: { orgId: string; signalId: string },
): Promise<boolean> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const chunk = { orgId, signalId, after }
    const read = await database.transaction().execute(async (transaction) => {
      const rows = await readChunk(transaction, chunk)
      return { isFound: await concernsAny(transaction, rows, signalId), after: nextAfter(rows) }
    })
    if (read.isFound) return true
    after = read.after
  }
  return false
}

type About = { orgId: string; signalId: string }
type Erased = { requests: number; events: number }
type Chunk = About & { after: string; erased: Erased }
type Request = { requestId: string; body: Buffer; isForm: boolean }

/** Returns the last request that it read; undefined at the end. */
async function eraseChunk(transaction: DatabaseTransaction, chunk: Chunk): Promise<string | undefined> {
  const rows = await readChunk(transaction, chunk)
  await eraseRequests(transaction, rows, chunk)
  return nextAfter(rows)
}

async function eraseRequests(
  transaction: DatabaseTransaction,
  rows: readonly Request[],
  { signalId, erased }: Pick<Chunk, 'signalId' | 'erased'>,
): Promise<void> {
  for (const row of rows) {
    const blanked = blank(row, signalId)
    if (blanked === undefined) continue
    const { requestId, isForm } = row
    await transaction
      .updateTable('requests')
      .set({ body: blanked.body })
      .where('request_id', '=', requestId)
      .execute()
    erased.requests += 1
    erased.events += isForm ? await eraseEvents(transaction, requestId, signalId) : blanked.blanked
  }
}

/** Locks and returns the next requests whose bodies may mention the signal. */
async function readChunk(
  transaction: DatabaseTransaction,
  { orgId, signalId, after }: Omit<Chunk, 'erased'>,
): Promise<Request[]> {
  // One chunk may have to read the whole ledger before it is full.
  await sql`set local statement_timeout = 0`.execute(transaction)
  const { rows } = await sql<Request>`
    select request_id as "requestId", body, channel_id is not null as "isForm"
    from requests r left join channels on channel_id = source_id and org_id = ${orgId}
    where request_id > ${after} and (
      channel_id is not null
      or (source_id in (select source_id from sources where org_id = ${orgId}) and (${mayMention(signalId)}))
    )
    order by request_id limit ${chunkSize} for update of r`.execute(transaction)
  return rows
}

function blank({ body, isForm }: Request, signalId: string) {
  return isForm ? blankForm(body, signalId) : blankEvents(body, signalId)
}

function nextAfter(rows: readonly Request[]): string | undefined {
  return rows.length < chunkSize ? undefined : rows.at(-1)?.requestId
}

async function concernsAny(
  transaction: DatabaseTransaction,
  rows: readonly Request[],
  signalId: string,
): Promise<boolean> {
  for (const row of rows) {
    if (blank(row, signalId) === undefined) continue
    if (!row.isForm) return true
    // A form may only mention the signal; its deliveries say what it concerns.
    const { rows: events } = await sql`
      select from deliveries where ${isEventOf(row.requestId, signalId)} limit 1`.execute(transaction)
    if (events.length > 0) return true
  }
  return false
}

/** Erases the events about a signal from a request's deliveries. Returns how many. */
async function eraseEvents(
  transaction: DatabaseTransaction,
  requestId: string,
  signalId: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update deliveries set event = null where ${isEventOf(requestId, signalId)}`.execute(transaction)
  return Number(numAffectedRows ?? 0)
}

function isEventOf(requestId: string, signalId: string): RawBuilder<unknown> {
  return sql`request_id = ${requestId} and delivery_id >= ${requestId}
      and delivery_id < ${idFloor('dlv_', (idTimeMs(requestId) ?? 0) + 1)}
      and event->'data'->>'signalId' = ${signalId}`
}

/**
 * Whether a body may contain the id: literally, or with characters written as JSON escapes. Ids are printable ASCII, so
 * the relevant escapes are `\u002x` to `\u007x` and those of a single letter.
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

/**
 * Blanks a channel's request that mentions the signal anywhere, because a click comes with the whole message around it.
 * Its meaning is in its deliveries. Returns undefined if it does not mention the signal.
 */
function blankForm(body: Buffer, signalId: string): BlankedBody | undefined {
  const mention = JSON.stringify(signalId).slice(1, -1)
  const values = [...new URLSearchParams(body.toString('utf8')).values()]
  return values.some((value) => value.includes(mention))
    ? { body: Buffer.from('null'), blanked: 0 }
    : undefined
}
