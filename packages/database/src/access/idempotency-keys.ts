import { TransientError } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'

const rememberedMs = 24 * 60 * 60 * 1000
const forgottenAtOnce = 10_000

/** What identifies a request, and the digest of its body's JSON value, which repetitions must share. */
export type IdempotencyScope = {
  keyId: string
  method: string
  /** With its ids. */
  path: string
  idempotencyKey: string
  bodySha256: Buffer
}

/** The state of a request: unknown, in progress elsewhere, answered, or with a key that was used for another body. */
export type IdempotencyState =
  | { state: 'free' }
  | { state: 'busy' }
  | { state: 'answered'; answer: string }
  | { state: 'conflict' }

/**
 * Looks a request up. A `free` one belongs to this transaction until its end: until then others find it `busy`, and no
 * connection waits for it.
 */
export async function claimIdempotencyKey(
  transaction: DatabaseTransaction,
  scope: IdempotencyScope,
  { nowMs }: { nowMs: number },
): Promise<IdempotencyState> {
  const { keyId, method, path, idempotencyKey } = scope
  const name = [keyId, method, path, idempotencyKey].join('\n')
  const locks = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isLocked"`.execute(transaction)
  if (locks.rows[0]?.isLocked !== true) return { state: 'busy' }
  const { rows } = await sql<{ answer: string | null; isSame: boolean }>`
    select answer, body_sha256 = ${scope.bodySha256} as "isSame" from idempotency_keys k
    where ${isOf(scope)} and not ${isOver(nowMs)}`.execute(transaction)
  const [row] = rows
  if (row === undefined) return { state: 'free' }
  if (!row.isSame) return { state: 'conflict' }
  return row.answer === null ? { state: 'busy' } : { state: 'answered', answer: row.answer }
}

/** Holds a free request beyond the end of the transaction, for the holder of the token. */
export async function leaseIdempotencyKey(
  transaction: DatabaseTransaction,
  scope: IdempotencyScope,
  { token, leaseMs, nowMs }: { token: string; leaseMs: number; nowMs: number },
): Promise<void> {
  await writeRow(transaction, scope, { token, leasedUntil: untilAfter(leaseMs), nowMs })
}

export async function extendIdempotencyLease(
  database: Database,
  scope: IdempotencyScope,
  { token, leaseMs }: { token: string; leaseMs: number },
): Promise<void> {
  await sql`
    update idempotency_keys k set leased_until = ${untilAfter(leaseMs)}
    where ${isOf(scope)} and token = ${token} and answer is null`.execute(database)
}

/** Releases a leased request, which is then free at once. */
export async function releaseIdempotencyKey(
  database: Database,
  scope: IdempotencyScope,
  { token }: { token: string },
): Promise<void> {
  await sql`
    delete from idempotency_keys k
    where ${isOf(scope)} and token = ${token} and answer is null`.execute(database)
}

/**
 * Stores the answer of a request that belongs to this transaction, or to the token. Throws TransientError when the
 * lease expired and another request took over.
 */
export async function rememberAnswer(
  transaction: DatabaseTransaction,
  scope: IdempotencyScope,
  { token, answer, nowMs }: { token: string; answer: string; nowMs: number },
): Promise<void> {
  const isWritten = await writeRow(transaction, scope, { token, answer, nowMs })
  if (!isWritten) throw new TransientError('Another request with this Idempotency-Key was faster.')
}

/** Nouns of the API whose paths name a signal. */
const nounsOfSignals = ['results', 'signals']

/** Deletes answers about deleted signals, which repeat their text. The same requests find nothing then. */
export async function forgetAnswersAbout(
  database: Database,
  { orgId, signalIds }: { orgId: string; signalIds: readonly string[] },
): Promise<void> {
  const paths = signalIds.flatMap((id) =>
    nounsOfSignals.map((noun) => `/v1/${noun}/${encodeURIComponent(id)}`),
  )
  // From `/` to before `0`, which follows it: the index has what begins with a path.
  await sql`
    delete from idempotency_keys k using api_keys a, unnest(${paths}::text[]) as signal (path)
    where a.org_id = ${orgId} and k.key_id = a.key_id and k.method in ('patch', 'post')
      and k.path >= signal.path || '/' and k.path < signal.path || '0' and k.answer is not null`.execute(
    database,
  )
}

/** Deletes answers past their retention. Returns how many. */
export async function pruneAnswers(database: Database, { nowMs }: { nowMs: number }): Promise<number> {
  let forgotten = 0
  for (let deleted = forgottenAtOnce; deleted === forgottenAtOnce; forgotten += deleted) {
    const { numAffectedRows } = await sql`
      delete from idempotency_keys where ctid = any(array(
        select ctid from idempotency_keys
        where coalesce(answered_at, leased_until) < ${new Date(nowMs - rememberedMs)} limit ${forgottenAtOnce}
      ))`.execute(database)
    deleted = Number(numAffectedRows ?? 0)
  }
  return forgotten
}

type NewRow = { token: string; leasedUntil?: RawBuilder<unknown>; answer?: string; nowMs: number }

async function writeRow(
  transaction: DatabaseTransaction,
  scope: IdempotencyScope,
  { token, leasedUntil = sql`null`, answer, nowMs }: NewRow,
): Promise<boolean> {
  const { keyId, method, path, idempotencyKey, bodySha256 } = scope
  const answeredAt = answer === undefined ? null : new Date(nowMs)
  const { numAffectedRows } = await sql`
    insert into idempotency_keys as k
      (key_id, method, path, idempotency_key, body_sha256, token, leased_until, answer, answered_at)
    values (${keyId}, ${method}, ${path}, ${idempotencyKey}, ${bodySha256}, ${token}, ${leasedUntil},
            ${answer ?? null}, ${answeredAt})
    on conflict on constraint idempotency_keys_pkey do update
    set body_sha256 = excluded.body_sha256, token = excluded.token, leased_until = excluded.leased_until,
        answer = excluded.answer, answered_at = excluded.answered_at
    where k.token = excluded.token or ${isOver(nowMs)}`.execute(transaction)
  return numAffectedRows === 1n
}

function isOf({ keyId, method, path, idempotencyKey }: IdempotencyScope): RawBuilder<boolean> {
  return sql`(k.key_id, k.method, k.path, k.idempotency_key) = (${keyId}, ${method}, ${path}, ${idempotencyKey})`
}

/** Stored answers expire by the product's clock, leases by the database's, which all processes share. */
function isOver(nowMs: number): RawBuilder<boolean> {
  return sql`
    (case when k.answered_at is null then k.leased_until <= clock_timestamp()
     else k.answered_at <= ${new Date(nowMs - rememberedMs)} end)`
}

function untilAfter(leaseMs: number): RawBuilder<unknown> {
  return sql`clock_timestamp() + ${leaseMs}::integer * interval '1 millisecond'`
}
