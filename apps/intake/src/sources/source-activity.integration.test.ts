import type { Database } from '@signalpost/database'
import { getSource, listRejections } from '@signalpost/database/access'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import { openStore, type TestStore } from '../test-support/open-store.ts'
import { createSourceActivity } from './source-activity.ts'

let store: TestStore
let database: Database
let statements: number
let sourceId: string
let otherId: string

test.beforeAll(async ({ testDatabase }) => {
  store = await openStore(testDatabase.url)
  database = store.database.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
})

beforeEach(async () => {
  sourceId = (await store.addSource()).sourceId
  otherId = (await store.addSource()).sourceId
  statements = 0
})

afterAll(() => store.close())

const explained = { finding: 'secret_form', detail: 'newline' }

function rejection(of: string, atMs: number, reason = 'mismatch') {
  return { sourceId: of, reason, bytes: 12, address: '192.0.2.7', atMs, ...explained }
}

async function timesOf(of: string): Promise<number[]> {
  return (await listRejections(store.database, of)).map(({ at }) => at.getTime())
}

async function failing(work: () => Promise<unknown>): Promise<void> {
  await store.pool.query('alter table source_rejections rename to moved')
  try {
    await expect(work()).rejects.toThrow('source_rejections')
  } finally {
    await store.pool.query('alter table moved rename to source_rejections')
  }
}

describe('rejections', () => {
  test('are written by one statement, however many and of how many sources', async () => {
    const activity = createSourceActivity(database)
    for (let atMs = 1; atMs <= 400; atMs += 1) {
      activity.recordRejection(rejection(sourceId, atMs))
      activity.recordRejection(rejection(otherId, atMs))
    }
    await activity.write()
    expect(statements).toBe(1)
    expect(await timesOf(sourceId)).toEqual(Array.from({ length: 400 }, (_, index) => 400 - index))
    expect(await timesOf(otherId)).toHaveLength(400)
  })

  test('are logged with their reason, size and address', async () => {
    const activity = createSourceActivity(database)
    activity.recordRejection(rejection(sourceId, 1_000, 'stale'))
    await activity.write()
    expect(await listRejections(store.database, sourceId)).toEqual([
      { at: new Date(1_000), reason: 'stale', bytes: 12, address: '192.0.2.7', ...explained },
    ])
  })

  test('are the last 1,000 of a source', async () => {
    const activity = createSourceActivity(database)
    for (let atMs = 1; atMs <= 2_500; atMs += 1) {
      activity.recordRejection(rejection(sourceId, atMs))
      if (atMs === 600) await activity.write()
    }
    await activity.write()
    const times = await timesOf(sourceId)
    expect(times).toHaveLength(1_000)
    expect([times[0], times.at(-1)]).toEqual([2_500, 1_501])
  })

  test('of one source are not crowded out by those of another', async () => {
    const activity = createSourceActivity(database)
    activity.recordRejection(rejection(otherId, 7))
    for (let atMs = 1; atMs <= 20_000; atMs += 1) activity.recordRejection(rejection(sourceId, atMs))
    await activity.write()
    expect(await timesOf(otherId)).toEqual([7])
    expect((await timesOf(sourceId))[0]).toBe(20_000)
  })

  test('wait in their order for a store that is away', async () => {
    const activity = createSourceActivity(database)
    for (let atMs = 1; atMs <= 700; atMs += 1) activity.recordRejection(rejection(sourceId, atMs))
    await failing(activity.write)
    for (let atMs = 701; atMs <= 1_100; atMs += 1) activity.recordRejection(rejection(sourceId, atMs))
    await failing(activity.write)
    await activity.write()
    const times = await timesOf(sourceId)
    expect(times).toHaveLength(1_000)
    expect([times[0], times.at(-1)]).toEqual([1_100, 101])
  })

  test('are held in a bounded number', async () => {
    const sources = await Promise.all(Array.from({ length: 11 }, () => store.addSource()))
    const activity = createSourceActivity(database)
    for (const source of sources) {
      for (let atMs = 1; atMs <= 1_000; atMs += 1) activity.recordRejection(rejection(source.sourceId, atMs))
    }
    await activity.write()
    const counts = await Promise.all(sources.map(async (source) => (await timesOf(source.sourceId)).length))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(10_000)
  })
})

describe('uses', () => {
  test('are noted by the last moment of each source and secret', async () => {
    const { rows } = await store.pool.query<{ id: string }>(
      'select secret_id as id from source_secrets where source_id = $1',
      [sourceId],
    )
    const secretId = rows[0]?.id ?? ''
    const activity = createSourceActivity(database)
    for (const atMs of [1_000, 2_000, 3_000]) activity.recordDelivery({ sourceId, secretId, atMs })
    await activity.write()
    expect(statements).toBe(2)
    const used = 'select last_used_at as at from source_secret_activity where secret_id = $1'
    expect((await store.pool.query(used, [secretId])).rows).toEqual([{ at: new Date(3_000) }])
    expect((await getSource(store.database, { sourceId })).lastDeliveryAt).toEqual(new Date(3_000))
  })

  test('wait for a store that is away', async () => {
    const activity = createSourceActivity(database)
    activity.recordDelivery({ sourceId, secretId: '1', atMs: 4_000 })
    activity.recordRejection(rejection(sourceId, 1))
    await failing(activity.write)
    await activity.write()
    expect((await getSource(store.database, { sourceId })).lastDeliveryAt).toEqual(new Date(4_000))
  })

  test('cost no statement when there are none', async () => {
    const activity = createSourceActivity(database)
    await activity.write()
    activity.recordRejection(rejection(sourceId, 1))
    await activity.write()
    await activity.write()
    expect(statements).toBe(1)
  })
})
