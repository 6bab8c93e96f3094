import { createHash, randomBytes } from 'node:crypto'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import { createSource } from '../access/sources/sources.ts'
import { createWorkspace } from '../access/workspaces.ts'
import { createDatabase, type Database } from '../database.ts'
import { createChannel } from '../rules/channels.ts'
import { createSecretBox } from '../secret-box.ts'
import type { DeliveryStatus } from '../tables.ts'
import { discardDeliveries } from './discard-deliveries.ts'
import { eraseBodies, eraseRecordedBodies, recordedDeliveries } from './erasure/erase-bodies.ts'
import { deliveryErrorCodes } from './filter/delivery-errors.ts'
import { findDeliveries } from './find-deliveries.ts'
import { listDeliveries } from './list-deliveries.ts'
import { replayDeliveries } from './replay-deliveries.ts'
import { findDelivery, readRequestBody } from './show-delivery.ts'
import { type ReceivedRequest, storeDeliveries } from './store-deliveries.ts'

const dayMs = 24 * 60 * 60 * 1000
const nowMs = Date.now()
let database: Database
let pool: Pool
let orgId: string
let sourceId: string
let workspaces = 0

test.beforeAll(async ({ testDatabase }) => {
  const created = createDatabase({
    url: testDatabase.url,
    applicationName: 'test',
    onConnectionError: () => undefined,
  })
  database = created.database
  pool = created.pool
})

afterAll(() => database.destroy())

beforeEach(async () => {
  workspaces += 1
  const made = await createSourceIn(`org_${workspaces}`)
  orgId = made.orgId
  sourceId = made.sourceId
})

describe('listDeliveries', () => {
  test('pages through everything once, the newest first', async () => {
    const ids: string[] = []
    for (const at of [0, 1, 2]) ids.push(...(await store([event('a'), event('b')], { atMs: nowMs + at })))
    const listed: string[] = []
    let after: string | undefined
    do {
      const page = await listDeliveries(database, { orgId }, { limit: 2, after })
      listed.push(...page.items.map((item) => item.deliveryId))
      after = page.nextAfter
    } while (after !== undefined)
    expect(listed).toEqual(ids.toReversed())
  })

  test('takes every filter, and no delivery of another workspace', async () => {
    const [old] = await store([event('a')], { atMs: nowMs - dayMs })
    const [created, other] = await store([event('b'), event('c', 'ping')])
    await setStatus(created, 'applied')
    const foreign = await createSourceIn(`org_other_${workspaces}`)
    await store([event('b')], foreign)
    const list = async (filter: Partial<Parameters<typeof listDeliveries>[1]>) => {
      const page = await listDeliveries(database, { orgId, ...filter }, { limit: 50 })
      return page.items.map((item) => item.deliveryId)
    }
    expect(await list({})).toEqual([other, created, old])
    expect(await list({ type: 'ping' })).toEqual([other])
    expect(await list({ status: 'applied' })).toEqual([created])
    expect(await list({ sinceMs: nowMs })).toEqual([other, created])
    expect(await list({ sinceMs: nowMs + 1 })).toEqual([])
    expect(await list({ sourceId })).toHaveLength(3)
    expect(await list({ sourceId: foreign.sourceId })).toEqual([])
    expect(await list({ untilMs: nowMs })).toEqual([old])
    expect(await list({ eventId: 'b' })).toEqual([created])
    expect(await list({ deliveryId: old })).toEqual([old])
    const batchId = (await findDelivery(database, { deliveryId: other ?? '' }))?.batchId
    expect(await list({ batchId })).toEqual([other, created])
    expect(await list({ batchId: 'bat_none' })).toEqual([])
    expect(await list({ sourceId, type: 'ping', status: 'applied' })).toEqual([])
    expect(await list({ sourceId, type: 'ping', untilMs: nowMs + 1 })).toEqual([other])
  })

  test('pages through a source whose deliveries have every status', async () => {
    const ids = [...(await storeInEveryStatus()), ...(await storeInEveryStatus())]
    for (const filter of [{ sourceId }, { type: 'signal.read' }]) {
      const first = await listDeliveries(database, { orgId, ...filter }, { limit: 5 })
      const rest = await listDeliveries(database, { orgId, ...filter }, { limit: 50, after: first.nextAfter })
      const listed = [...first.items, ...rest.items].map((item) => item.deliveryId)
      expect(listed).toEqual(ids.toSorted().toReversed())
      expect(rest.nextAfter).toBeUndefined()
    }
  })

  test('finds each error by its code', async () => {
    const ids = await storeInEveryStatus()
    const [queued, , , , ignored, dead] = ids
    const [failed, erased] = await store([event('failed'), event('erased')])
    await setStatus(failed, 'dead', { issues: null, error: 'poison' })
    await setStatus(erased, 'ignored', { issues: null, error: 'erased' })
    await setStatus(ignored, 'ignored', { issues: null, error: 'discarded by an operator' })
    const found = await Promise.all(
      deliveryErrorCodes.map(async (error) => {
        const { items } = await listDeliveries(database, { orgId, error }, { limit: 50 })
        return [error, items.map((item) => item.deliveryId)]
      }),
    )
    expect(Object.fromEntries(found)).toEqual({
      ...{ invalid_data: [dead], failed: [failed], retrying: [queued] },
      ...{ discarded: [ignored], erased: [erased] },
    })
  })
})

describe('findDelivery', () => {
  test('shows what came in and its outcome', async () => {
    const body = Buffer.from(JSON.stringify([event('a'), event('b')]))
    const [, second] = await store([event('a'), event('b')])
    const found = await findDelivery(database, { deliveryId: second ?? '', orgId })
    expect(found).toMatchObject({
      deliveryId: second,
      sourceId,
      eventId: 'b',
      type: 'signal.read',
      status: 'queued',
      attempts: 0,
      index: 1,
      error: null,
      issues: null,
      settledAt: null,
      sha256: createHash('sha256').update(body).digest(),
    })
    expect(await readRequestBody(database, found?.requestId ?? '')).toEqual(body)
    expect(await findDelivery(database, { deliveryId: second ?? '', orgId: 'org_none' })).toBeUndefined()
    expect(await findDelivery(database, { deliveryId: 'dlv_none' })).toBeUndefined()
  })
})

const statuses = ['queued', 'applied', 'duplicate', 'conflict', 'ignored', 'dead'] as const

describe('replayDeliveries', () => {
  test('queues what is dead, ignored or applied as if it had just come, and nothing else', async () => {
    const ids = await storeInEveryStatus()
    expect(await replayDeliveries(database, ids)).toBe(3)
    const after = await Promise.all(ids.map((deliveryId) => findDelivery(database, { deliveryId })))
    expect(after.map((delivery) => delivery?.status)).toEqual([
      'queued',
      'queued',
      'duplicate',
      'conflict',
      'queued',
      'queued',
    ])
    expect(after[5]).toMatchObject({ attempts: 0, error: null, issues: null, settledAt: null })
    expect(after[2]).toMatchObject({ attempts: 3, error: 'why' })
    const { due } = await database
      .selectFrom('deliveries')
      .select((eb) => eb('due_at', '<=', new Date()).as('due'))
      .where('delivery_id', '=', ids[5] ?? '')
      .executeTakeFirstOrThrow()
    expect(due).toBe(true)
  })
})

describe('discardDeliveries', () => {
  test('discards dead and queued deliveries, which a replay brings back', async () => {
    const ids = await storeInEveryStatus()
    expect(await discardDeliveries(database, ids)).toBe(2)
    const [queued, , , , , dead] = await Promise.all(
      ids.map((deliveryId) => findDelivery(database, { deliveryId })),
    )
    expect([queued, dead]).toMatchObject([
      { status: 'ignored', error: 'discarded by an operator', settledAt: expect.any(Date) },
      { status: 'ignored', error: 'discarded by an operator' },
    ])
    expect(await replayDeliveries(database, [ids[0] ?? ''])).toBe(1)
  })
})

test('finds deliveries by their ids, with a workspace only its own', async () => {
  const ids = await store([event('a'), event('b')])
  const found = ids.map((deliveryId) => ({ deliveryId, orgId, status: 'queued' }))
  expect(await findDeliveries(database, [...ids, 'dlv_none'])).toEqual(found)
  expect(await findDeliveries(database, ids, orgId)).toEqual(found)
  expect(await findDeliveries(database, ids, 'org_none')).toEqual([])
})

describe('eraseBodies', () => {
  const bodyOf = async (deliveryId = '') => {
    const found = await findDelivery(database, { deliveryId })
    return (await readRequestBody(database, found?.requestId ?? '')).toString()
  }

  test('blanks the events of one signal in one workspace, and keeps everything else of the ledger', async () => {
    const foreign = await createSourceIn(`org_erase_${workspaces}`)
    const [theirs] = await store([event('a')], foreign)
    const [mixed] = await store([event('a'), event('b', 'signal.read', 'sig_other')])
    const [single] = await store([event('c')])
    const [document] = await store([
      { ...event('d', 'signal.created'), data: { signal: { id: 'sig_1', title: 'secret' } } },
    ])
    const [escaped] = await storeBody('{"data":{"signalId":"\\u0073ig_1"}}', ['e'])
    const before = await findDelivery(database, { deliveryId: single ?? '' })
    const theirBody = await bodyOf(theirs)

    expect(await eraseBodies(database, { orgId, signalId: 'sig_1' })).toEqual({ requests: 4, events: 4 })
    expect(await Promise.all([single, document, escaped].map(bodyOf))).toEqual(['null', 'null', 'null'])
    expect(JSON.parse(await bodyOf(mixed))).toEqual([null, event('b', 'signal.read', 'sig_other')])
    expect(await findDelivery(database, { deliveryId: single ?? '' })).toEqual(before)
    expect(await bodyOf(theirs)).toBe(theirBody)
    expect(await eraseBodies(database, { orgId, signalId: 'sig_1' })).toEqual({ requests: 0, events: 0 })
  })

  test('blanks what channels sent with a message that mentions the signal, and keeps what they said of others', async () => {
    const press = async (signalId: string, org: string) => {
      const channel = { orgId: org, kind: 'slack', name: 'Slack', settings: {}, secrets: {} }
      const { channelId } = await createChannel(database, createSecretBox(randomBytes(32)), channel)
      const payload = { message: 'the text of sig/1', actions: [{ value: signalId }] }
      const [deliveryId = ''] = await storeRequest({
        orgId: org,
        sourceId: channelId,
        body: Buffer.from(`payload=${encodeURIComponent(JSON.stringify(payload))}`),
        events: [{ eventId: 'slk_1', type: 'signal.assigned', event: { data: { signalId } } }],
      })
      return deliveryId
    }
    const eventOf = async (deliveryId: string) => {
      const [row] = await database
        .selectFrom('deliveries')
        .select('event')
        .where('delivery_id', '=', deliveryId)
        .execute()
      return row?.event
    }
    const foreign = await createSourceIn(`org_erase_${workspaces}`)
    const pressed = await press('sig/1', orgId)
    const beside = await press('sig_2', orgId)
    const theirs = await press('sig/1', foreign.orgId)
    expect(await eraseBodies(database, { orgId, signalId: 'sig/1' })).toEqual({ requests: 2, events: 1 })
    expect(await Promise.all([pressed, beside].map(bodyOf))).toEqual(['null', 'null'])
    expect(await Promise.all([pressed, beside].map(eventOf))).toEqual([null, { data: { signalId: 'sig_2' } }])
    expect(await bodyOf(theirs)).toContain('sig')
    expect(await eventOf(theirs)).toEqual({ data: { signalId: 'sig/1' } })
    expect(await eraseBodies(database, { orgId, signalId: 'sig/1' })).toEqual({ requests: 0, events: 0 })
  })

  test('continues after its first chunk', async () => {
    for (let count = 0; count < 120; count += 1) await store([event(`e${count}`)])
    expect(await eraseBodies(database, { orgId, signalId: 'sig_1' })).toEqual({ requests: 120, events: 120 })
  })
})

describe('eraseRecordedBodies', () => {
  const erase = (org = orgId) => eraseRecordedBodies(database, { orgId: org, signalId: 'sig_1' })
  const settle = (ids: readonly string[], recordId: string) =>
    sql`update deliveries set status = 'applied', record_id = ${recordId}
        where delivery_id = any(${sql.val(ids)}::text[])`.execute(database)
  const bodyOf = async (deliveryId = '') => {
    const found = await findDelivery(database, { deliveryId })
    return (await readRequestBody(database, found?.requestId ?? '')).toString()
  }

  test('blanks what was settled and what waits, and nothing of other signals and workspaces', async () => {
    const foreign = await createSourceIn(`org_erase_${workspaces}`)
    const theirs = await store([event('a')], foreign)
    const single = await store([event('c')])
    const mixed = await store([event('a'), event('b', 'signal.read', 'sig_other')])
    const other = await store([event('d', 'signal.read', 'sig_other')])
    const [waiting] = await store([event('e')])
    await settle([...theirs, ...single, ...mixed.slice(0, 1)], 'sig_1')
    await settle([...other, ...mixed.slice(1)], 'sig_other')
    const kept = await Promise.all([theirs[0], other[0]].map(bodyOf))

    expect(await erase()).toEqual({ requests: 3, events: 3 })
    expect(await Promise.all([single[0], waiting].map(bodyOf))).toEqual(['null', 'null'])
    expect(JSON.parse(await bodyOf(mixed[0]))).toEqual([null, event('b', 'signal.read', 'sig_other')])
    expect(await Promise.all([theirs[0], other[0]].map(bodyOf))).toEqual(kept)
    expect(await erase()).toEqual({ requests: 0, events: 0 })
  })

  test('continues after its first chunk', async () => {
    const ids: string[] = []
    for (let count = 0; count < 120; count += 1) ids.push(...(await store([event(`e${count}`)])))
    await settle(ids, 'sig_1')
    expect(await erase()).toEqual({ requests: 120, events: 120 })
  })

  test('reads neither bodies nor deliveries of other signals', async () => {
    const query = recordedDeliveries({ orgId, signalId: 'sig_1', after: '' })
    const { rows } = await database.transaction().execute(async (transaction) => {
      // Tables of this size are read as a whole otherwise.
      await sql`set local enable_seqscan = off`.execute(transaction)
      return sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(transaction)
    })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).not.toContain('Seq Scan')
    expect(plan).toMatch(/org_id, record_id|record_id = /)
  })
})

type Event = { id: string; type: string; data: object }

function event(id: string, type = 'signal.read', signalId = 'sig_1'): Event {
  return { id, type, data: { signalId } }
}

async function createSourceIn(org: string): Promise<{ orgId: string; sourceId: string }> {
  const workspace = {
    orgId: org,
    name: org,
    plan: 'standard',
    accountIntelligence: false,
    analysisAllowance: 1,
  }
  await createWorkspace(database, workspace)
  const source = await createSource(database, createSecretBox(randomBytes(32)), {
    orgId: org,
    name: 'Feed',
    scheme: 'service-v1',
    settings: {},
    toleranceSeconds: 300,
    ratePerMinute: null,
    secret: 'a secret of ours',
  })
  return source
}

async function store(
  events: Event[],
  where: { orgId?: string; sourceId?: string; atMs?: number } = {},
): Promise<string[]> {
  const body = JSON.stringify(events.length === 1 ? events[0] : events)
  return storeBody(
    body,
    events.map((one) => one.id),
    where,
    events,
  )
}

async function storeBody(
  body: string,
  eventIds: string[],
  where: { orgId?: string; sourceId?: string; atMs?: number } = {},
  events: Event[] = [],
): Promise<string[]> {
  return storeRequest({
    ...where,
    body: Buffer.from(body),
    events: eventIds.map((eventId, index) => ({ eventId, type: events[index]?.type ?? 'signal.read' })),
  })
}

async function storeRequest({
  atMs = nowMs,
  ...parts
}: { orgId?: string; sourceId?: string; atMs?: number } & Pick<ReceivedRequest, 'body' | 'events'>): Promise<
  string[]
> {
  const received = { receivedAtMs: atMs, traceId: 'trace', signatureHeaders: {} }
  const request = { sourceId, orgId, ...parts, ...received }
  const { deliveryIds } = await storeDeliveries(pool, [request], { nowMs: atMs, dueAfterMs: 60_000 })
  return deliveryIds.flat()
}

async function storeInEveryStatus(): Promise<string[]> {
  const ids = await store(statuses.map((status) => event(status)))
  for (const [index, status] of statuses.entries()) await setStatus(ids[index], status)
  return ids
}

async function setStatus(
  deliveryId = '',
  status: DeliveryStatus = 'queued',
  outcome: { error: string; issues: string | null } = { error: 'why', issues: '[]' },
): Promise<void> {
  await database
    .updateTable('deliveries')
    .set({
      status,
      attempts: 3,
      ...outcome,
      settled_at: status === 'queued' ? null : new Date(),
    })
    .where('delivery_id', '=', deliveryId)
    .execute()
}
