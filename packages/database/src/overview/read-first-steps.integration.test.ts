import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createSource, createWorkspace, setSourceEnabled } from '../access/index.ts'
import type { Database, DatabasePool } from '../database.ts'
import { recordOutcome } from '../dispatches/index.ts'
import { channelOf, contributionsOf, signalId, sourceOf, warehouseOf } from '../isolation/same-records.ts'
import { storeDeliveries } from '../ledger/index.ts'
import { mergeContributions } from '../records/index.ts'
import { createChannel } from '../rules/index.ts'
import { createSecretBox } from '../secret-box.ts'
import { createWarehouse } from '../warehouses/index.ts'
import { type FirstSteps, readFirstSteps } from './read-first-steps.ts'
import { readPulse } from './read-pulse.ts'

const orgId = 'org_one'
const nothing = { source: null, delivery: null, newest: null, signal: null, channel: null, warehouse: null }
const secretBox = createSecretBox(Buffer.alloc(32, 1))
let database: Database
let pool: DatabasePool

test.beforeAll(async ({ database: opened, pool: openedPool }) => {
  database = opened
  pool = openedPool
  const workspace = { name: 'One', plan: 'standard', accountIntelligence: true, analysisAllowance: 1 }
  await createWorkspace(database, { orgId, ...workspace })
})

const read = (): Promise<FirstSteps> => readFirstSteps(database, { orgId })

test('finds each first thing of a workspace once it is there', async () => {
  expect(await read()).toEqual(nothing)

  const { sourceId } = await createSource(database, secretBox, sourceOf(orgId, 'CRM'))
  const source = { sourceId, name: 'CRM', at: expect.any(Date) }
  expect(await read()).toEqual({ ...nothing, source })
  await setSourceEnabled(database, { sourceId, enabled: false })
  expect(await read()).toEqual(nothing)
  await setSourceEnabled(database, { sourceId, enabled: true })

  const [first, second] = [await store(sourceId, 'evt_1'), await store(sourceId, 'evt_2')]
  const delivery = { deliveryId: first, at: expect.any(Date) }
  const newest = { deliveryId: second, type: 'ping', status: 'queued', error: null }
  expect(await read()).toEqual({ ...nothing, source, delivery, newest })

  const contributions = contributionsOf(orgId, 'Looking for a CRM', 'evt_3')
  await database
    .transaction()
    .execute((transaction) => mergeContributions(transaction, contributions, { nowMs: Date.now() }))
  const signal = { signalId, title: 'Looking for a CRM', at: expect.any(Date) }
  expect(await read()).toEqual({ ...nothing, source, delivery, signal })

  const { channelId } = await createChannel(database, secretBox, channelOf(orgId, 'Sales'))
  const channel = { channelId, name: 'Sales', state: 'active', reason: null, at: null }
  expect(await read()).toMatchObject({ channel })
  const { warehouseId } = await createWarehouse(database, secretBox, warehouseOf(orgId, 'Lake'))
  const warehouse = { warehouseId, name: 'Lake', lastError: null, at: null }
  expect(await read()).toEqual({ source, delivery, newest: null, signal, channel, warehouse })
})

test('a channel is proved by the first message that its receiver accepts, and stays so', async () => {
  const channelId = (await read()).channel?.channelId ?? ''
  const attempt = async (outcome: 'sent' | 'rejected', nowMs: number): Promise<Date | null | undefined> => {
    const recorded = { channelId, outcome: { outcome }, isProbe: false, disabledAfter: undefined, nowMs }
    await database.transaction().execute((transaction) => recordOutcome(transaction, recorded))
    return (await read()).channel?.at
  }
  expect(await attempt('rejected', 1_000)).toBe(null)
  const before = await readPulse(database, { orgId })
  expect(await attempt('sent', 2_000)).toEqual(new Date(2_000))
  // An open page reads it at once, whatever sent the message.
  expect((await readPulse(database, { orgId })).channels).not.toBe(before.channels)
  expect(await attempt('sent', 3_000)).toEqual(new Date(2_000))
  expect(await attempt('rejected', 4_000)).toEqual(new Date(2_000))
})

test('knows that something was received when the ledger no longer holds it', async () => {
  await sql`delete from deliveries`.execute(database)
  expect((await read()).delivery).toBe(null)
  const at = new Date('2026-01-01T00:00:00.000Z')
  const source = (await read()).source?.sourceId
  await sql`insert into source_activity (source_id, last_delivery_at) values (${source}, ${at})`.execute(
    database,
  )
  expect((await read()).delivery).toEqual({ deliveryId: null, at })
})

async function store(sourceId: string, eventId: string): Promise<string | undefined> {
  const nowMs = Date.now()
  const request = {
    ...{ orgId, sourceId, receivedAtMs: nowMs, traceId: 'trace', signatureHeaders: {} },
    ...{ body: Buffer.from('{}'), events: [{ eventId, type: 'ping' }] },
  }
  const { deliveryIds } = await storeDeliveries(pool, [request], { nowMs, dueAfterMs: 0 })
  return deliveryIds.flat()[0]
}
