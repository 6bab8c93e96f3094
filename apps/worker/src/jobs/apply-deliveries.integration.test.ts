import { randomBytes } from 'node:crypto'
import { createSecretBox, type Database } from '@signalpost/database'
import { createWorkspace } from '@signalpost/database/access'
import {
  claimBatch,
  claimDue,
  type ReceivedRequest,
  replayDeliveries,
  storeDeliveries,
} from '@signalpost/database/ledger'
import { listAccounts } from '@signalpost/database/records'
import { createChannel } from '@signalpost/database/rules'
import { createLogger, createMetricsRegistry } from '@signalpost/runtime'
import { foldEvents, rollUpNaively, type SentEvent, sentEvents } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { beforeAll, describe, expect } from 'vitest'
import { createWorkerMetrics } from '../worker-metrics.ts'
import { applyDeliveries } from './apply-deliveries.ts'
import { sweepDeliveries } from './sweep-deliveries.ts'

let database: Database
let pool: Pool
let dependencies: Parameters<typeof applyDeliveries>[0]

test.beforeAll(async ({ database: openedDatabase, pool: openedPool }) => {
  database = openedDatabase
  pool = openedPool
  dependencies = {
    database,
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics: createWorkerMetrics(createMetricsRegistry('test')),
    maxAttempts: 3,
    nowMs: Date.now,
  }
})

const received = '2026-11-20T09:00:00.000Z'

function requestOf(
  events: unknown[],
  { orgId, sourceId }: { orgId: string; sourceId: string },
): ReceivedRequest {
  return {
    orgId,
    sourceId,
    receivedAtMs: Date.parse(received),
    traceId: 'trace',
    signatureHeaders: {},
    body: Buffer.from(JSON.stringify(events.length === 1 ? events[0] : events)),
    events: (events as { id: string; type: string | null }[]).map(({ id, type }) => ({ eventId: id, type })),
  }
}

function store(requests: ReceivedRequest[], dueAfterMs = 60_000) {
  return storeDeliveries(pool, requests, { nowMs: Date.now(), dueAfterMs })
}

async function applyBatch(batchId: string, options?: { fill: number }): Promise<number> {
  return applyDeliveries(dependencies, (transaction) => claimBatch(transaction, batchId, options))
}

async function ledgerOf(sourceId: string) {
  return database
    .selectFrom('deliveries')
    .select(['delivery_id', 'event_id', 'status', 'attempts', 'error', 'issues'])
    .where('source_id', '=', sourceId)
    .orderBy('delivery_id')
    .execute()
}

async function recordsOf(sourceId: string) {
  const { rows } = await sql<{ status: string; recordId: string | null }>`
    select status, record_id as "recordId" from deliveries
    where source_id = ${sourceId} order by delivery_id`.execute(database)
  return rows.map(({ status, recordId }) => [status, recordId])
}

async function makeDue(): Promise<void> {
  await sql`update deliveries set due_at = now() where status = 'queued'`.execute(database)
}

function freshNames(): { orgId: string; sourceId: string } {
  const suffix = randomBytes(6).toString('hex')
  return { orgId: `org_${suffix}`, sourceId: `src_${suffix}` }
}

function ping(id: string, orgId: string, members: object = {}) {
  return { id, type: 'ping', occurredAt: received, orgId, data: {}, ...members }
}

function readEventOf(id: string, orgId: string, signalId = 'sig_1') {
  return { id, type: 'signal.read', occurredAt: received, orgId, data: { signalId, readAt: received } }
}

describe('any permutation, repetition and grouping, over concurrent workers', () => {
  test('ends in the state that the pure functions compute', async () => {
    const scenario = fc.record({
      sent: sentEvents({ orgId: 'org_placeholder', maxLength: 60 }),
      seed: fc.nat(),
      workers: fc.integer({ min: 1, max: 4 }),
      batchSize: fc.integer({ min: 1, max: 30 }),
      fill: fc.constantFrom(0, 10, 500),
    })
    await fc.assert(
      fc.asyncProperty(scenario, async ({ sent, seed, workers, batchSize, fill }) => {
        const { orgId, sourceId } = freshNames()
        const sourceIds = [sourceId, `${sourceId}b`]
        const own = relocate(sent, orgId)
        const batches = await storeShuffled(own, { orgId, sourceIds, seed, batchSize })
        const lanes = Array.from({ length: workers }, (_, lane) =>
          batches.filter((_batch, index) => index % workers === lane),
        )
        await Promise.all(
          lanes.map(async (lane) => {
            for (const batchId of lane) await applyBatch(batchId, { fill })
          }),
        )
        const states = foldEvents(own, { orgId, sourceIds })
        const { accounts, signalCounts } = rollUpNaively(states, orgId)
        expect(await storedStates(orgId)).toEqual(states)
        expect(await listAccounts(database, { orgId, filters: {}, limit: 100 })).toEqual(accounts)
        expect(await storedCounts(orgId)).toEqual(signalCounts)
        const statuses = (await Promise.all(sourceIds.map(ledgerOf))).flat().map((row) => row.status)
        expect(statuses.filter((status) => status === 'applied')).toHaveLength(sent.length)
        expect(new Set(statuses).isSubsetOf(new Set(['applied', 'duplicate']))).toBe(true)
      }),
      { numRuns: 500 },
    )
  }, 240_000)

  async function storeShuffled(
    sent: SentEvent[],
    {
      orgId,
      sourceIds,
      seed,
      batchSize,
    }: { orgId: string; sourceIds: string[]; seed: number; batchSize: number },
  ): Promise<string[]> {
    const random = createRandom(seed)
    const deck = [...sent, ...sent.filter(() => random() < 0.3)].map((one) => ({ one, at: random() }))
    const requests = deck
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => requestOf([one.event], { orgId, sourceId: sourceIds[one.source] ?? '' }))
    const batches: string[] = []
    for (let start = 0; start < requests.length; start += batchSize) {
      batches.push((await store(requests.slice(start, start + batchSize))).batchId)
    }
    return batches
  }

  function relocate(sent: SentEvent[], orgId: string): SentEvent[] {
    return JSON.parse(JSON.stringify(sent).replaceAll('org_placeholder', orgId))
  }

  async function storedStates(orgId: string): Promise<Map<string, unknown>> {
    const { rows } = await sql<{ key: string; state: unknown }>`
      select 'listener ' || listener_id as key, state from listeners where org_id = ${orgId}
      union all select 'signal ' || signal_id, state from signals where org_id = ${orgId}
      union all select 'registers ' || signal_id, state from signal_registers where org_id = ${orgId}
      union all select 'deal ' || deal_id, state from deals where org_id = ${orgId}`.execute(database)
    return new Map(rows.map((row) => [row.key, row.state]))
  }

  async function storedCounts(orgId: string): Promise<Record<string, number>> {
    const { rows } = await sql<{ listenerId: string; count: number }>`
      select listener_id as "listenerId", sum(signal_count)::integer as count from listener_counts
      where org_id = ${orgId} group by listener_id having sum(signal_count) <> 0`.execute(database)
    return Object.fromEntries(rows.map(({ listenerId, count }) => [listenerId, count]))
  }
})

test('applies an array element by element, and the elements share the bytes', async () => {
  const names = freshNames()
  const { deliveryIds, batchId } = await store([
    requestOf([ping('a', names.orgId), ping('b', names.orgId)], names),
  ])
  await applyBatch(batchId)
  const rows = await ledgerOf(names.sourceId)
  expect(rows.map((row) => [row.event_id, row.status, row.attempts])).toEqual([
    ['a', 'applied', 1],
    ['b', 'applied', 1],
  ])
  const requests = await database
    .selectFrom('requests')
    .select('request_id')
    .where('source_id', '=', names.sourceId)
    .execute()
  expect(requests).toEqual([{ request_id: deliveryIds[0]?.[0] }])
})

test('tells a repetition from a conflict, by JSON value', async () => {
  const names = freshNames()
  const event = { ...ping('a', names.orgId), data: { one: 1, two: 'é' } }
  const sameValue = Object.fromEntries(
    Object.entries({ ...event, data: { two: '\u00e9', one: 1.0 } }).reverse(),
  )
  const other = { ...event, data: { one: 2, two: 'é' } }
  const { batchId } = await store([event, sameValue, other].map((one) => requestOf([one], names)))
  await applyBatch(batchId)
  expect((await ledgerOf(names.sourceId)).map((row) => row.status)).toEqual([
    'applied',
    'duplicate',
    'conflict',
  ])
  const later = await store([requestOf([event], names), requestOf([other], names)])
  await applyBatch(later.batchId)
  expect((await ledgerOf(names.sourceId)).map((row) => row.status).slice(3)).toEqual([
    'duplicate',
    'conflict',
  ])
})

test('buries what is not valid with its issues, and lets a repaired one of the same id in', async () => {
  const names = freshNames()
  const broken = { ...readEventOf('a', names.orgId), data: { signalId: 'sig_1' } }
  const { batchId } = await store([
    requestOf([broken], names),
    requestOf([readEventOf('a', names.orgId)], names),
  ])
  await applyBatch(batchId)
  const [dead, applied] = await ledgerOf(names.sourceId)
  expect(dead).toMatchObject({
    status: 'dead',
    attempts: 1,
    issues: [{ path: 'data.readAt', message: 'expected text' }],
  })
  expect(applied).toMatchObject({ status: 'applied', error: null, issues: null })
})

test('ignores unknown types and bodies that are no envelope, every time they come', async () => {
  const names = freshNames()
  const unknown = ping('a', names.orgId, { type: 'signal.exploded' })
  const foreign = { ...requestOf([{ id: 'hash', type: null }], names), body: Buffer.from('not json \u0000') }
  const { batchId } = await store([requestOf([unknown], names), requestOf([unknown], names), foreign])
  await applyBatch(batchId)
  expect((await ledgerOf(names.sourceId)).map((row) => row.status)).toEqual(['ignored', 'ignored', 'ignored'])
})

test('records which signal a delivery is about, whatever its outcome', async () => {
  const names = freshNames()
  const { orgId } = names
  const read = readEventOf('a', orgId, 'sig_named')
  const invalid = { ...readEventOf('b', orgId), data: { signalId: 'sig_named' } }
  const ofLaterVersion = { ...read, id: 'c', type: 'signal.exploded' }
  const conflict = { ...read, occurredAt: '2026-11-20T08:00:00.000Z' }
  const sent = [read, read, conflict, invalid, ofLaterVersion, ping('d', orgId)]
  const { batchId } = await store(sent.map((event) => requestOf([event], names)))
  expect(await recordsOf(names.sourceId)).toEqual(sent.map(() => ['queued', null]))
  await applyBatch(batchId)
  expect(await recordsOf(names.sourceId)).toEqual([
    ['applied', 'sig_named'],
    ['duplicate', 'sig_named'],
    ['conflict', 'sig_named'],
    ['dead', 'sig_named'],
    ['ignored', 'sig_named'],
    ['applied', null],
  ])
})

test('does nothing for a batch that another worker has or had', async () => {
  const names = freshNames()
  const { batchId } = await store([
    requestOf([ping('a', names.orgId)], names),
    requestOf([ping('b', names.orgId)], names),
  ])
  const counts = await Promise.all(Array.from({ length: 6 }, () => applyBatch(batchId)))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(await applyBatch(batchId)).toBe(0)
  expect(await applyBatch('bat_not-an-id')).toBe(0)
  expect((await ledgerOf(names.sourceId)).map((row) => row.attempts)).toEqual([1, 1])
})

describe('a poison delivery among good ones', () => {
  beforeAll(async () => {
    await sql`
      create function refuse_poison() returns trigger language plpgsql as $$
      begin
        if new.signal_id = 'sig_poison' then raise exception 'poison' using errcode = 'P0001'; end if;
        return new;
      end $$`.execute(database)
    await sql`create trigger refuse_poison before insert on signal_registers
      for each row execute function refuse_poison()`.execute(database)
  })

  test('waits and is buried alone, while its 200 neighbours are applied at once', async () => {
    const names = freshNames()
    const events = Array.from({ length: 201 }, (_, index) =>
      readEventOf(`evt_${index}`, names.orgId, index === 100 ? 'sig_poison' : `sig_${index}`),
    )
    const { batchId } = await store(events.map((event) => requestOf([event], names)))
    await applyBatch(batchId)
    const afterFirst = await ledgerOf(names.sourceId)
    expect(afterFirst.filter((row) => row.status === 'applied' && row.attempts === 1)).toHaveLength(200)
    expect(afterFirst[100]).toMatchObject({ status: 'queued', attempts: 1, error: 'poison' })

    for (let attempt = 2; attempt <= 3; attempt += 1) {
      await makeDue()
      await sweepDeliveries(dependencies, { shouldStop: () => false })
    }
    expect((await ledgerOf(names.sourceId))[100]).toMatchObject({
      status: 'dead',
      attempts: 3,
      error: 'poison',
    })
    expect((await recordsOf(names.sourceId))[100]).toEqual(['dead', 'sig_poison'])
  })

  test('does not come again before it is due', async () => {
    const names = freshNames()
    const { batchId } = await store([requestOf([readEventOf('a', names.orgId, 'sig_poison')], names)])
    await applyBatch(batchId)
    expect(await applyDeliveries(dependencies, (transaction) => claimDue(transaction, 10))).toBe(0)
  })
})

test('sweeps what is due although no job knows of it', async () => {
  const names = freshNames()
  await store([requestOf([ping('a', names.orgId)], names)])
  expect(await sweepDeliveries(dependencies, { shouldStop: () => false })).toBe(0)
  await makeDue()
  expect(await sweepDeliveries(dependencies, { shouldStop: () => false })).toBeGreaterThan(0)
  expect((await ledgerOf(names.sourceId)).map((row) => row.status)).toEqual(['applied'])
})

test('takes along what was stored behind its batch and was never tried, and no more than it may', async () => {
  const names = freshNames()
  const storePings = (...ids: string[]) =>
    store([
      requestOf(
        ids.map((id) => ping(id, names.orgId)),
        names,
      ),
    ])
  const statuses = async () =>
    (await ledgerOf(names.sourceId)).filter(({ status }) => status === 'applied').map((row) => row.event_id)
  const earlier = await storePings('earlier')
  const first = await storePings('a', 'b')
  await storePings('tried')
  const behind = await storePings('c', 'd')
  await sql`update deliveries set attempts = 1 where source_id = ${names.sourceId} and event_id = 'tried'`.execute(
    database,
  )
  expect(await applyBatch(first.batchId, { fill: 3 })).toBe(3)
  expect(await statuses()).toEqual(['a', 'b', 'c'])
  expect(await applyBatch(first.batchId, { fill: 3 })).toBe(0)
  expect(await applyBatch(behind.batchId, { fill: 3 })).toBe(1)
  expect(await applyBatch(earlier.batchId, { fill: 500 })).toBe(1)
  expect(await statuses()).toEqual(['earlier', 'a', 'b', 'c', 'd'])
})

test('costs no attempt when the store fails', async () => {
  const names = freshNames()
  const { batchId } = await store([requestOf([readEventOf('a', names.orgId)], names)])
  const interrupted = applyDeliveries(dependencies, async (transaction) => {
    const claimed = await claimBatch(transaction, batchId)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction)
    return claimed
  })
  await expect(interrupted).rejects.toMatchObject({ name: 'TransientError' })
  expect(await ledgerOf(names.sourceId)).toMatchObject([{ status: 'queued', attempts: 0 }])
  await applyBatch(batchId)
  expect(await ledgerOf(names.sourceId)).toMatchObject([{ status: 'applied', attempts: 1 }])
})

test('leaves no trace of a delivery that is applied again', async () => {
  const names = freshNames()
  const { batchId } = await store([requestOf([readEventOf('a', names.orgId)], names)])
  await applyBatch(batchId)
  await openChannel(names.orgId)
  const written = () => Promise.all([pendingChangesOf(names.orgId), signalEventsOf(names.orgId)])
  const before = await written()
  await sql`update deliveries set status = 'queued' where source_id = ${names.sourceId}`.execute(database)
  await applyBatch(batchId)
  expect(await ledgerOf(names.sourceId)).toMatchObject([{ status: 'applied' }])
  expect(await written()).toEqual(before)
})

test('records each visible change, and nothing for an event that changes nothing', async () => {
  const names = freshNames()
  await openChannel(names.orgId)
  const deal = { id: 'deal_1', name: 'One', stage: 'new', updatedAt: received }
  const event = (id: string, occurredAt: string, type: string, data: object) => ({
    id,
    type,
    occurredAt,
    orgId: names.orgId,
    data,
  })
  const steps = [
    event('1', '2026-11-20T01:00:00Z', 'deal.created', { deal }),
    event('2', '2026-11-20T02:00:00Z', 'deal.updated', { deal }),
    event('3', '2026-11-20T03:00:00Z', 'deal.updated', { deal: { ...deal, stage: 'won' } }),
    event('4', '2026-11-20T02:30:00Z', 'deal.updated', { deal: { ...deal, stage: 'lost' } }),
    event('5', '2026-11-20T04:00:00Z', 'deal.deleted', { dealId: 'deal_1' }),
    event('6', '2026-11-20T05:00:00Z', 'deal.created', { deal }),
    event('7', '2026-11-20T06:00:00Z', 'signal.assigned', {
      signalId: 'sig_1',
      assignedTo: { userId: 'u', at: received, by: 'v' },
    }),
    event('8', '2026-11-20T07:00:00Z', 'signal.assigned', {
      signalId: 'sig_1',
      assignedTo: { userId: 'u', at: received, by: 'v' },
    }),
    event('9', '2026-11-20T08:00:00Z', 'signal.assigned', { signalId: 'sig_1', assignedTo: null }),
  ]
  for (const step of steps) await applyBatch((await store([requestOf([step], names)])).batchId)
  const pending = await pendingChangesOf(names.orgId)
  expect(pending.map((row) => [row.caused_at.toISOString(), row.record, row.change])).toEqual([
    ['2026-11-20T01:00:00.000Z', 'deal', 'created'],
    ['2026-11-20T03:00:00.000Z', 'deal', 'updated'],
    ['2026-11-20T04:00:00.000Z', 'deal', 'deleted'],
    ['2026-11-20T05:00:00.000Z', 'deal', 'restored'],
    ['2026-11-20T06:00:00.000Z', 'registers', 'changed'],
    ['2026-11-20T08:00:00.000Z', 'registers', 'changed'],
  ])
  const change = { signal_id: 'sig_1', register: 'assignedTo', source_id: names.sourceId }
  const assigned = { userId: 'u', at: received, by: 'v' }
  expect(await signalEventsOf(names.orgId)).toEqual([
    { ...change, event_id: '7', at: new Date('2026-11-20T06:00:00Z'), from_value: null, to_value: assigned },
    { ...change, event_id: '9', at: new Date('2026-11-20T08:00:00Z'), from_value: assigned, to_value: null },
  ])
})

/** Only the changes of a workspace with a channel wait for the rules. */
async function openChannel(orgId: string): Promise<void> {
  const workspace = { name: orgId, plan: 'test', accountIntelligence: false, analysisAllowance: 0 }
  await createWorkspace(database, { orgId, ...workspace })
  const channel = { orgId, kind: 'webhook', name: 'CRM', settings: {}, secrets: {} }
  await createChannel(database, createSecretBox(randomBytes(32)), channel)
}

async function pendingChangesOf(orgId: string) {
  return database
    .selectFrom('pending_changes')
    .select(['caused_at', 'record', 'change'])
    .where('org_id', '=', orgId)
    .orderBy('pending_change_id')
    .execute()
}

async function signalEventsOf(orgId: string) {
  return database
    .selectFrom('signal_events')
    .select(['signal_id', 'register', 'from_value', 'to_value', 'at', 'event_id', 'source_id'])
    .where('org_id', '=', orgId)
    .orderBy('signal_event_id')
    .execute()
}

/** Mulberry32: a small generator of numbers in 0..1 from a seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

describe('an event that the intake read from the body of another', () => {
  const pressed = (id: string, occurredAt: string, names: { orgId: string; sourceId: string }) => {
    const assignedTo = { userId: id, at: occurredAt, by: id }
    const data = { signalId: 'sig_1', assignedTo }
    const event = { id, type: 'signal.assigned', occurredAt, orgId: names.orgId, data }
    return {
      ...requestOf([], names),
      body: Buffer.from(`payload=${id}${occurredAt}`),
      events: [{ eventId: id, type: event.type, event }],
    }
  }
  const later = '2026-11-20T09:00:05.000Z'
  const assignee = async (orgId: string) => {
    const { rows } = await sql<{ id: string }>`
      select assigned_user_id as id from signal_registers where org_id = ${orgId}`.execute(database)
    return rows[0]?.id
  }

  test('is applied as it was dated, however late it comes to its turn', async () => {
    const names = freshNames()
    const { batchId: second } = await store([pressed('slk_b', later, names)])
    const { batchId: first } = await store([pressed('slk_a', received, names)])
    for (const batchId of [second, first]) await applyBatch(batchId)
    expect(await assignee(names.orgId)).toBe('slk_b')
  })

  test('is the same event when it comes again with another date, and merges again without effect', async () => {
    const names = freshNames()
    const { batchId, deliveryIds } = await store([pressed('slk_a', received, names)])
    await applyBatch(batchId)
    const others = [pressed('slk_b', later, names), pressed('slk_a', '2026-11-20T09:00:09.000Z', names)]
    await applyBatch((await store(others)).batchId)
    expect((await ledgerOf(names.sourceId)).map((row) => row.status)).toEqual([
      'applied',
      'applied',
      'duplicate',
    ])
    await replayDeliveries(database, deliveryIds.flat())
    await applyDeliveries(dependencies, (transaction) => claimBatch(transaction, batchId))
    expect(await assignee(names.orgId)).toBe('slk_b')
  })

  test('may be dated after a moment that no sender could name', async () => {
    const names = freshNames()
    const { batchId } = await store([pressed('slk_a', '2026-11-21T09:00:00.001Z', names)])
    await applyBatch(batchId)
    expect(await ledgerOf(names.sourceId)).toMatchObject([{ status: 'applied' }])
  })

  test('is ignored once it was erased', async () => {
    const names = freshNames()
    const { batchId } = await store([
      {
        ...pressed('slk_a', received, names),
        body: Buffer.from('null'),
        events: [{ eventId: 'slk_a', type: 'signal.assigned' }],
      },
    ])
    await applyBatch(batchId)
    expect(await ledgerOf(names.sourceId)).toMatchObject([{ status: 'ignored', error: 'erased' }])
  })

  test('keeps its record when it is replayed after an erasure', async () => {
    const names = freshNames()
    const { batchId, deliveryIds } = await store([requestOf([readEventOf('a', names.orgId)], names)])
    await applyBatch(batchId)
    await sql`update requests set body = 'null' where request_id = any(${deliveryIds.flat()})`.execute(
      database,
    )
    await replayDeliveries(database, deliveryIds.flat())
    await applyBatch(batchId)
    expect(await recordsOf(names.sourceId)).toEqual([['ignored', 'sig_1']])
  })
})
