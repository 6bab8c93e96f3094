import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeEach, expect } from 'vitest'
import { createWorkspace } from '../access/workspaces.ts'
import { createDatabase, type Database } from '../database.ts'
import { createSecretBox } from '../secret-box.ts'
import { editWarehouse } from './edit-warehouse.ts'
import {
  leaseDueWarehouse,
  leaseWarehouse,
  renewWarehouseLease,
  settleWarehouse,
  type WarehouseOutcome,
} from './lease-warehouse.ts'
import { copyCursor, readCursorCopies } from './warehouse-cursors.ts'
import { readWarehouseHealth } from './warehouse-health.ts'
import {
  createWarehouse,
  deleteWarehouse,
  getWarehouse,
  hastenWarehouse,
  setWarehousePaused,
} from './warehouses.ts'

const orgId = 'org_one'
const leaseMs = 30_000
let database: Database
let warehouseId: string

test.beforeAll(async ({ testDatabase }) => {
  database = createDatabase({
    url: testDatabase.url,
    applicationName: 'test',
    maxConnections: 8,
    onConnectionError: () => undefined,
  }).database
  await createWorkspace(database, {
    ...{ orgId, name: orgId, plan: 'standard', accountIntelligence: true, analysisAllowance: 1 },
  })
})

afterAll(() => database.destroy())

beforeEach(async () => {
  for (const known of await readWarehouseHealth(database)) await deleteWarehouse(database, known)
  const made = await createWarehouse(database, createSecretBox(randomBytes(32)), {
    ...{ orgId, kind: 'postgres', name: 'one', settings: {}, location: 'here', secrets: {} },
    ...{ intervalMs: 60_000, excludesPersonal: false, hasBounds: false },
  })
  warehouseId = made.warehouseId
})

const leaseIt = (ms: number) => leaseWarehouse(database, { warehouseId, leaseMs: ms, allowsPaused: false })

test('one of many gets a warehouse that is due, and none gets one that is not', async () => {
  const claims = Array.from({ length: 8 }, () => leaseDueWarehouse(database, { leaseMs }))
  const [lease, ...others] = (await Promise.all(claims)).filter((claimed) => claimed !== undefined)
  expect({ warehouseId: lease?.warehouseId, others }).toEqual({ warehouseId, others: [] })
  expect(await leaseIt(leaseMs)).toBeUndefined()
  if (lease !== undefined) await settleWarehouse(database, { ...lease, outcome: { result: 'synced' } })
  expect(await leaseDueWarehouse(database, { leaseMs })).toBeUndefined()
  expect(await leaseIt(leaseMs)).toMatchObject({ warehouseId, failures: 0 })
})

test('the interval counts from when the work began', async () => {
  const lease = await leaseDueWarehouse(database, { leaseMs })
  if (lease === undefined) throw new Error('there is no lease')
  await database
    .updateTable('warehouses')
    .set({ due_at: new Date(Date.now() - 59_000), leased_at: new Date(Date.now() - 59_000) })
    .execute()
  await settleWarehouse(database, { ...lease, outcome: { result: 'synced' } })
  await expect.poll(() => leaseDueWarehouse(database, { leaseMs })).toMatchObject({ warehouseId })
})

const outcomes: WarehouseOutcome[] = [
  { result: 'synced', isOpened: true },
  { result: 'failed', error: 'refused', retryMs: 60_000 },
  { result: 'interrupted', retryMs: 60_000 },
]
const requests = {
  'a wish for a sync': () => hastenWarehouse(database, { warehouseId }),
  'an edit': async () => {
    const known = await getWarehouse(database, { warehouseId })
    await editWarehouse(database, createSecretBox(randomBytes(32)), {
      ...known,
      secrets: undefined,
      effect: 'opens',
      hasLease: false,
    })
  },
}

test.for(
  Object.keys(requests).flatMap((asked) =>
    outcomes.map((outcome) => ({ asked, result: outcome.result, outcome })),
  ),
)(
  'after $asked during a sync, the next sync begins at once, also when the first is $result',
  async ({ asked, outcome }) => {
    const lease = (await leaseDueWarehouse(database, { leaseMs })) ?? expect.unreachable('there is no lease')
    await requests[asked as keyof typeof requests]()
    await settleWarehouse(database, { ...lease, outcome })
    expect(await leaseDueWarehouse(database, { leaseMs })).toMatchObject({ warehouseId, openedMsAgo: null })
  },
)

test('nothing that is asked for leaves the next sync at its time', async () => {
  const lease = (await leaseDueWarehouse(database, { leaseMs })) ?? expect.unreachable('there is no lease')
  await settleWarehouse(database, { ...lease, outcome: { result: 'synced', isOpened: true } })
  expect(await leaseDueWarehouse(database, { leaseMs })).toBeUndefined()
  expect((await leaseIt(leaseMs))?.openedMsAgo).toBeGreaterThanOrEqual(0)
})

test('a process that lost a lease neither renews it nor writes how the work ended', async () => {
  const lost = await leaseIt(1)
  await sleep(5)
  const lease = await leaseDueWarehouse(database, { leaseMs })
  expect(lease?.token).not.toBe(lost?.token)
  if (lost === undefined || lease === undefined) throw new Error('there is no lease')
  expect(await renewWarehouseLease(database, { ...lost, leaseMs })).toBe(false)
  await settleWarehouse(database, { ...lost, outcome: { result: 'failed', error: 'lost', retryMs: 0 } })
  expect(await readWarehouseHealth(database)).toMatchObject([{ isLeased: true, lastError: null }])
  expect(await renewWarehouseLease(database, { ...lease, leaseMs })).toBe(true)
})

test('a copy that goes back says how far the table was, until that starts over', async () => {
  const { token = '' } = (await leaseDueWarehouse(database, { leaseMs })) ?? {}
  const write = (position: bigint, changes: { version?: number; isBegun?: boolean } = {}) =>
    copyCursor(database, { warehouseId, token, table: 'notes', position, version: 1, ...changes })
  const reached = async () => (await readCursorCopies(database, warehouseId)).get('notes')?.reached
  for (const position of [0n, 7n, 0n, 5n]) await write(position)
  expect(await reached()).toBe(7n)
  await write(9n)
  await write(0n)
  expect(await reached()).toBe(9n)
  await write(0n, { version: 2 })
  expect(await reached()).toBe(0n)
  await write(9n, { version: 2 })
  await write(0n, { version: 2, isBegun: true })
  expect(await reached()).toBe(0n)
})

test('only the holder of the lease writes copies of cursors', async () => {
  const lost = await leaseIt(1)
  await sleep(5)
  const lease = await leaseDueWarehouse(database, { leaseMs })
  if (lost === undefined || lease === undefined) throw new Error('there is no lease')
  const write = ({ token }: { token: string }, position: bigint) =>
    copyCursor(database, { warehouseId, token, table: 'notes', position, version: 1 })
  expect(await write(lost, 9n)).toBe(false)
  expect(await write(lease, 0n)).toBe(true)
  expect(await write(lost, 9n)).toBe(false)
  expect(await readCursorCopies(database, warehouseId)).toEqual(
    new Map([['notes', { position: 0n, reached: 0n, version: 1, edition: 0 }]]),
  )
  await settleWarehouse(database, { ...lease, outcome: { result: 'synced' } })
  expect(await write(lease, 9n)).toBe(false)
})

test('a failure stays until the next work ends well', async () => {
  const end = async (outcome: Parameters<typeof settleWarehouse>[1]['outcome']) => {
    const lease = await leaseIt(leaseMs)
    if (lease === undefined) throw new Error('there is no lease')
    await settleWarehouse(database, { ...lease, outcome })
    return (await readWarehouseHealth(database))[0]
  }
  const first = await end({ result: 'failed', error: 'away', retryMs: 0 })
  expect(first).toMatchObject({ lastError: 'away', failingSince: expect.any(Date), lastSyncAt: null })
  expect(await end({ result: 'interrupted', retryMs: 0 })).toMatchObject({ lastError: 'away' })
  const again = await end({ result: 'failed', error: 'still away', retryMs: 0 })
  expect(again).toMatchObject({ lastError: 'still away', failingSince: first?.failingSince })
  expect(await leaseIt(1)).toMatchObject({ failures: 2 })
  await sleep(5)
  expect(await end({ result: 'synced' })).toMatchObject({
    ...{ lastError: null, failingSince: null, lastSyncAt: expect.any(Date) },
  })
})

test('a paused warehouse is never due, and leased only with allowsPaused', async () => {
  await setWarehousePaused(database, { warehouseId, isPaused: true })
  expect(await leaseDueWarehouse(database, { leaseMs })).toBeUndefined()
  await expect(leaseIt(leaseMs)).rejects.toMatchObject({ code: 'conflict' })
  expect(await leaseWarehouse(database, { warehouseId, leaseMs, allowsPaused: true })).toMatchObject({
    warehouseId,
  })
})
