import { isDeepStrictEqual } from 'node:util'
import { type Envelope, readEnvelopes } from '@signalpost/domain'
import { prepareVerifier, serviceV1, type Verifier } from '@signalpost/signatures'
import { foldEvents, rollUpNaively, type SentEvent } from '@signalpost/testing'
import pg from 'pg'
import { readRollUp, readStates } from '../read-states.ts'
import { type Attempt, readBook } from '../sending/book.ts'
import type { SignedSource } from '../sending/sender.ts'
import { type Invariant, ledgerInvariants } from './ledger-invariants.ts'

export type Violation = { invariant: string; count: number; examples: string[] }

export type Audit = {
  /** Deliveries named by a 202. */
  acknowledged: number
  /** Deliveries in the ledger by status. */
  statuses: Record<string, number>
  /** Acknowledged events that are not applied. */
  lost: number
  appliedTwice: number
  violations: Violation[]
}

const examplesShown = 5
/** The part of an id that is its time: `dlv_` and the first ten characters of a ULID. */
const idTimeLength = 14
const chunkSize = 1_000

type AuditOptions = {
  bookPath: string
  /** All sources that sent, with the secrets that signed. */
  sources: readonly SignedSource[]
  /** What must hold; everything by default. */
  invariants?: readonly Invariant[]
}

/** Compares a database's ledger and records with a sender's book, once everything is settled. */
export async function auditLedger({
  databaseUrl,
  ...options
}: AuditOptions & { databaseUrl: string }): Promise<Audit> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'signalpost audit' })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read')
    return await auditInTransaction(client, options)
  } finally {
    await client.end()
  }
}

/** Does the same in the caller's transaction. */
export async function auditInTransaction(
  client: pg.Client,
  { bookPath, sources, invariants = ledgerInvariants }: AuditOptions,
): Promise<Audit> {
  await loadBook(client, readBook(bookPath))
  const violations: Violation[] = []
  for (const { name, sql } of invariants) {
    const { rows } = await client.query<{ example: string; count: number }>(
      `select example, (count(*) over ())::int as count from (${sql}) broken limit ${examplesShown}`,
    )
    const [first] = rows
    if (first === undefined) continue
    violations.push({ invariant: name, count: first.count, examples: rows.map((row) => row.example) })
  }
  violations.push(...(await auditBodies(client, sources)))
  const countOf = (name: string): number => violations.find((one) => one.invariant === name)?.count ?? 0
  return {
    acknowledged: await countAcknowledged(client),
    statuses: await readStatuses(client),
    lost:
      countOf('an acknowledged delivery is in the ledger') +
      countOf('an acknowledged event is applied exactly once'),
    appliedTwice: countOf('no event is applied twice'),
    violations,
  }
}

export function describeViolation({ invariant, count, examples }: Violation): string {
  return `broken ${count} times: ${invariant} (${examples.join(', ')})`
}

async function loadBook(client: pg.Client, attempts: Attempt[]): Promise<void> {
  await client.query(`
    create temporary table book_attempts (attempt int primary key, source_id text collate "C", sha256 bytea, outcome text)
      on commit drop;
    create temporary table book_events
      (attempt int, index int, event_id text collate "C", delivery_id text collate "C", expectation text)
      on commit drop`)
  await client.query(
    `insert into book_attempts
     select n, source_id, decode(sha256, 'hex'), outcome
     from unnest($1::int[], $2::text[], $3::text[], $4::text[]) as b (n, source_id, sha256, outcome)`,
    [
      attempts.map((one) => one.attempt),
      attempts.map((one) => one.sourceId),
      attempts.map((one) => one.sha256),
      attempts.map((one) => one.outcome),
    ],
  )
  const events = attempts.flatMap(({ attempt, events: ofAttempt, deliveryIds }) =>
    ofAttempt.map((event, index) => ({ attempt, index, ...event, deliveryId: deliveryIds[index] ?? null })),
  )
  await client.query(
    'insert into book_events select * from unnest($1::int[], $2::int[], $3::text[], $4::text[], $5::text[])',
    [
      events.map((one) => one.attempt),
      events.map((one) => one.index),
      events.map((one) => one.eventId),
      events.map((one) => one.deliveryId),
      events.map((one) => one.expectation),
    ],
  )
  await client.query(`
    create index on book_attempts (source_id, sha256);
    create index on book_attempts (sha256);
    create index on book_events (event_id);
    create index on book_events (attempt);
    analyze book_attempts;
    analyze book_events`)
}

async function countAcknowledged(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(distinct delivery_id)::int as count from book_events where delivery_id is not null',
  )
  return rows[0]?.count ?? 0
}

async function readStatuses(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from deliveries group by status order by status',
  )
  return Object.fromEntries(rows.map((row) => [row.status, row.count]))
}

async function findAlerted(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ orgId: string }>('select distinct org_id as "orgId" from dispatches')
  return new Set(rows.map(({ orgId }) => orgId))
}

type StoredRequest = {
  requestId: string
  sourceId: string
  receivedAt: Date
  headers: Record<string, string>
  body: Buffer
  /** Indexes of the events whose deliveries are applied. */
  applied: number[]
}

/** Checks what SQL cannot: signatures, and the states that the pure functions compute from what was applied. */
async function auditBodies(client: pg.Client, sources: readonly SignedSource[]): Promise<Violation[]> {
  const verifiers = new Map(sources.map((source) => [source.sourceId, verifierOf(source)]))
  const forged: string[] = []
  const applied = new Map<string, Envelope[]>()
  for await (const request of readRequests(client)) {
    if (!isGenuine(request, verifiers.get(request.sourceId))) forged.push(request.requestId)
    if (request.applied.length === 0) continue
    const read = readEnvelopes(JSON.parse(request.body.toString('utf8')))
    const events = read.ok ? read.envelopes.filter((_, index) => request.applied.includes(index)) : []
    const ofSource = applied.get(request.sourceId) ?? []
    ofSource.push(...events)
    applied.set(request.sourceId, ofSource)
  }
  const different: string[] = []
  const orgIds = new Set(sources.map((source) => source.orgId))
  // Where the product sends alerts, it changes records itself.
  for (const orgId of orgIds.difference(await findAlerted(client))) {
    const sourceIds = sources.filter((source) => source.orgId === orgId).map((source) => source.sourceId)
    const sent: SentEvent[] = sourceIds.flatMap((sourceId, source) =>
      (applied.get(sourceId) ?? []).map((event) => ({ source, event })),
    )
    const states = foldEvents(sent, { orgId, sourceIds })
    different.push(...differences(states, await readStates(client, orgId)))
    const { accounts, signalCounts } = rollUpNaively(states, orgId)
    const stored = await readRollUp(client, orgId)
    if (!isDeepStrictEqual(stored.accounts, accounts)) different.push(`accounts of ${orgId}`)
    if (!isDeepStrictEqual(stored.signalCounts, signalCounts)) different.push(`counts of ${orgId}`)
  }
  return [
    violationOf('every stored body verifies with the headers that it came with', forged),
    violationOf('the records are what the pure functions make of the applied events', different),
  ].filter((one) => one.count > 0)
}

async function* readRequests(client: pg.Client): AsyncGenerator<StoredRequest> {
  let after = ''
  for (;;) {
    const { rows } = await client.query<StoredRequest>(
      `select r.request_id as "requestId", r.source_id as "sourceId", r.received_at as "receivedAt",
              signature_headers as headers, body,
              -- Deliveries are found by the time in their ids, which is that of their request's.
              array(
                select d.index from deliveries d
                where d.delivery_id >= left(r.request_id, ${idTimeLength})
                  and d.delivery_id < left(r.request_id, ${idTimeLength}) || '~'
                  and d.request_id = r.request_id and d.status = 'applied'
              ) as applied
       from requests r where r.request_id > $1 order by r.request_id limit ${chunkSize}`,
      [after],
    )
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.requestId
  }
}

function verifierOf({ sourceId, secret }: SignedSource): Verifier {
  const secrets = [{ id: sourceId, text: secret }]
  return prepareVerifier({ scheme: serviceV1, settings: {}, secrets, toleranceSeconds: 300 })
}

function isGenuine({ headers, body, receivedAt }: StoredRequest, verifier: Verifier | undefined): boolean {
  const rawHeaders = Object.entries(headers).flat()
  return verifier?.verify({ rawHeaders, body, nowMs: receivedAt.getTime() }).ok === true
}

function differences(expected: Map<string, unknown>, stored: Map<string, unknown>): string[] {
  const keys = new Set([...expected.keys(), ...stored.keys()])
  return [...keys].filter((key) => !isDeepStrictEqual(expected.get(key), stored.get(key)))
}

function violationOf(invariant: string, examples: string[]): Violation {
  return { invariant, count: examples.length, examples: examples.slice(0, examplesShown) }
}
