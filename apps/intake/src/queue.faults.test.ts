import {
  createDeliveryWorker,
  type DeliveryWorker,
  migrateQueues,
  type QueueBackend,
} from '@signalpost/queues'
import { type RedisServer, redisAvailable, startRedis } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { deliver } from './test-support/deliver.ts'
import { openIntake, type TestIntake } from './test-support/open-intake.ts'
import { openStore, type TestSource, type TestStore } from './test-support/open-store.ts'
import { readDeliveries } from './test-support/read-ledger.ts'

/** Less than any limit of a call on the queue: code that waited for the queue would be slower. */
const unaffectedMs = 1_500

let store: TestStore
let source: TestSource

test.beforeAll(async ({ testDatabase }) => {
  store = await openStore(testDatabase.url)
  source = await store.addSource()
})

afterAll(() => store.close())

/** Sends a few, one after another. Returns the batches in which they were stored. */
async function expectAccepted(intake: TestIntake): Promise<string[]> {
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) {
    const startedAtMs = performance.now()
    const { status, body } = await deliver(intake, source)
    expect(performance.now() - startedAtMs).toBeLessThan(unaffectedMs)
    expect(status).toBe(202)
    ids.push(JSON.parse(body).deliveryId)
  }
  return (await readDeliveries(store, ids)).map(({ batchId }) => batchId)
}

function consume(backend: QueueBackend): { seen: Set<string>; worker: DeliveryWorker } {
  const seen = new Set<string>()
  const worker = createDeliveryWorker({
    backend,
    processBatch: async ({ batchId }) => void seen.add(batchId),
    concurrency: 1,
    onError: () => undefined, // the faults are made on purpose
  })
  return { seen, worker }
}

/** Waits until newly accepted deliveries are enqueued again. */
async function expectEnqueued(intake: TestIntake, seen: Set<string>): Promise<void> {
  await vi.waitFor(
    async () => {
      const batches = await expectAccepted(intake)
      const arrived = () => expect(batches.filter((batchId) => seen.has(batchId))).not.toEqual([])
      await vi.waitFor(arrived, { timeout: 500, interval: 20 })
    },
    { timeout: 15_000 },
  )
}

test('accepts without the tables of the queue, and enqueues as soon as they are there', async () => {
  const backend: QueueBackend = { kind: 'postgres', url: store.url }
  await store.pool.query('drop schema bullmq cascade')
  const intake = await openIntake(store)
  await expectAccepted(intake)
  const faults = async () => expect(await intake.metric('signalpost_store_faults_total')).toBeGreaterThan(0)
  await vi.waitFor(faults, { timeout: 20_000 })
  await migrateQueues(backend)
  const { seen, worker } = consume(backend)
  await expectEnqueued(intake, seen)
  await worker.close()
  await intake.stop()
})

describe.skipIf(!redisAvailable())('on Redis', () => {
  let redis: RedisServer
  let backend: QueueBackend
  let intake: TestIntake
  let seen: Set<string>
  let worker: DeliveryWorker

  beforeAll(async () => {
    redis = await startRedis()
    backend = { kind: 'redis', nodes: [redis.url] }
    await redis.kill()
    intake = await openIntake(store, { queueBackend: backend })
    ;({ seen, worker } = consume(backend))
  })

  afterAll(async () => {
    await intake.stop()
    await worker.close()
    await redis.stop()
  })

  test('accepts before there is a server, and enqueues as soon as there is one', async () => {
    await expectAccepted(intake)
    await redis.restart()
    await expectEnqueued(intake, seen)
  })

  test('enqueues every batch that it stored', async () => {
    const batches = await expectAccepted(intake)
    await vi.waitFor(() => expect([...seen]).toEqual(expect.arrayContaining(batches)), { timeout: 20_000 })
  })

  test('accepts while the server is gone, and enqueues when it is back', async () => {
    await redis.kill()
    await expectAccepted(intake)
    await redis.restart()
    await expectEnqueued(intake, seen)
  })

  test('accepts while the server is frozen, and enqueues when it is not', async () => {
    redis.pause()
    await expectAccepted(intake)
    redis.resume()
    await expectEnqueued(intake, seen)
  })

  test('accepts while the server has no memory, and enqueues when it has', async () => {
    await redis.call('config', 'set', 'maxmemory', 1)
    await expectAccepted(intake)
    await redis.call('config', 'set', 'maxmemory', 0)
    await expectEnqueued(intake, seen)
  })

  test('accepts although everything in the queue was removed', async () => {
    await redis.flush()
    await expectEnqueued(intake, seen)
  })

  test('stops while the server is frozen', async () => {
    const other = await openIntake(store, { queueBackend: backend })
    await expectAccepted(other)
    redis.pause()
    await expectAccepted(other)
    await other.stop()
    redis.resume()
  })
})
