import { setTimeout as delay } from 'node:timers/promises'
import {
  createTestDatabase,
  findFreePort,
  type RedisServer,
  redisAvailable,
  startRedis,
  startRedisCluster,
} from '@signalpost/testing'
import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { checkQueueBackend } from './check-queue-backend.ts'
import { createDeliveryQueue, type DeliveryQueue } from './delivery-queue.ts'
import { createDeliveryWorker, type DeliveryWorker } from './delivery-worker.ts'
import type { EnqueuedBatch } from './enqueued-batch.ts'
import { migrateQueues } from './migrate-queues.ts'
import { type QueueBackend, queueBackendOf } from './queue-backend.ts'

const opened: { close: () => Promise<void> }[] = []
const faults: Error[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()))
  faults.length = 0
})

function openQueue(backend: QueueBackend, deadlineMs?: number): DeliveryQueue {
  const queue = createDeliveryQueue({
    backend,
    onError: (error) => faults.push(error),
    ...(deadlineMs !== undefined && { deadlineMs }),
  })
  opened.push(queue)
  return queue
}

function openWorker(
  backend: QueueBackend,
  processBatch: (batch: EnqueuedBatch) => Promise<void>,
): DeliveryWorker {
  const worker = createDeliveryWorker({
    backend,
    processBatch,
    concurrency: 4,
    onError: (error) => faults.push(error),
  })
  opened.push(worker)
  return worker
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(10)
}

async function answers(check: () => Promise<unknown>): Promise<boolean> {
  return check().then(
    () => true,
    () => false,
  )
}

async function startPostgresBackend() {
  const database = await createTestDatabase()
  const backend: QueueBackend = { kind: 'postgres', url: database.url }
  await migrateQueues(backend)
  return { backend, stop: database.drop }
}

async function startRedisBackend() {
  const server = await startRedis()
  return { backend: queueBackendOf({ databaseUrl: '', redisUrl: server.url }), stop: server.stop }
}

async function startClusterBackend() {
  const cluster = await startRedisCluster()
  return { backend: queueBackendOf({ databaseUrl: '', redisUrl: cluster.url }), stop: cluster.stop }
}

const backends = [
  { name: 'PostgreSQL', isThere: true, start: startPostgresBackend },
  { name: 'Redis', isThere: redisAvailable(), start: startRedisBackend },
  { name: 'Redis Cluster', isThere: redisAvailable(), start: startClusterBackend },
]

// Without a Redis server, the run says so once and names the command that adds it.
describe.each(backends.filter(({ isThere }) => isThere))('on $name', ({ start }) => {
  let backend: QueueBackend
  let stop: () => Promise<void>

  beforeAll(async () => {
    const started = await start()
    backend = started.backend
    stop = started.stop
  })

  afterAll(async () => {
    await stop()
  })

  test('takes every enqueued batch to a worker', async () => {
    const queue = openQueue(backend)
    const taken: string[] = []
    openWorker(backend, async ({ batchId }) => {
      taken.push(batchId)
    })
    const added = Array.from({ length: 50 }, (_, index) => `bat_${index}`)
    await Promise.all(added.map((batchId) => queue.add(batchId, 1)))
    await until(() => taken.length >= added.length)
    expect(taken.toSorted()).toEqual(added.toSorted())
  })

  test('keeps one job of a batch that is added twice, and takes it again once it is done', async () => {
    const queue = openQueue(backend)
    await queue.add('bat_twice', 1)
    await queue.add('bat_twice', 1)
    expect(await queue.depth()).toBe(1)
    const taken: string[] = []
    openWorker(backend, async ({ batchId }) => {
      taken.push(batchId)
    })
    await until(() => taken.length === 1)
    await until(async () => (await queue.depth()) === 0)
    await until(async () => {
      await queue.add('bat_twice', 1)
      return taken.length >= 2
    })
  })

  test('forgets a batch that failed, so that it can be added again', async () => {
    const queue = openQueue(backend)
    let attempts = 0
    openWorker(backend, async () => {
      attempts += 1
      throw new Error('the processor failed')
    })
    await queue.add('bat_failing', 1)
    await until(() => attempts === 1)
    await until(async () => {
      await queue.add('bat_failing', 1)
      return attempts >= 2
    })
    expect(await answers(queue.check)).toBe(true)
  })

  test('finds nothing wrong with its settings', async () => {
    expect((await checkQueueBackend(backend)).filter((finding) => finding.fatal)).toEqual([])
  })

  test('says that it runs, and that it does not once it is closed', async () => {
    const worker = openWorker(backend, async () => undefined)
    await until(() => answers(worker.check))
    await worker.close()
    opened.length = 0
    expect(await answers(worker.check)).toBe(false)
  })
})

test('says what to do about tables that are not there, or of a newer version', async () => {
  const database = await createTestDatabase()
  try {
    expect(await checkQueueBackend({ kind: 'postgres', url: database.url })).toEqual([
      { fatal: true, message: 'The queue has no tables yet.', remedy: 'Run ./signalpost migrate.' },
    ])
    await migrateQueues({ kind: 'postgres', url: database.url })
    const pool = new Pool({ connectionString: database.url })
    await pool.query('update bullmq.migration set min_client_version = 999')
    await pool.end()
    expect(await checkQueueBackend({ kind: 'postgres', url: database.url })).toEqual([
      {
        fatal: true,
        message: 'The tables of the queue are those of a newer version.',
        remedy: 'Run the version that migrated the database, or a newer one.',
      },
    ])
  } finally {
    await database.drop()
  }
})

describe.runIf(redisAvailable())('while Redis misbehaves', () => {
  let redis: RedisServer
  let backend: QueueBackend

  const start = async (options: Parameters<typeof startRedis>[0] = {}): Promise<void> => {
    redis = await startRedis(options)
    backend = queueBackendOf({ databaseUrl: '', redisUrl: redis.url })
  }
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
    await redis.stop()
  })

  test('fails to enqueue in time while Redis is gone, and works again when it is back', async () => {
    await start()
    const queue = openQueue(backend, 500)
    await queue.add('bat_1', 1)
    await redis.kill()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(queue.add(`bat_lost_${attempt}`, 1)).rejects.toMatchObject({ name: 'TransientError' })
    }
    await redis.restart()
    await until(() => answers(() => queue.add('bat_2', 1)))
  })

  test('opens once Redis comes, when it was away at the beginning', async () => {
    await start()
    await redis.kill()
    const queue = openQueue(backend, 500)
    const taken: string[] = []
    const worker = openWorker(backend, async ({ batchId }) => {
      taken.push(batchId)
    })
    await expect(queue.add('bat_1', 1)).rejects.toMatchObject({ name: 'TransientError' })
    expect(await answers(worker.check)).toBe(false)
    await redis.restart()
    await until(() => answers(() => queue.add('bat_2', 1)))
    await until(() => taken.includes('bat_2'))
  })

  test('fails to enqueue in time while Redis is frozen, and takes up work when it thaws', async () => {
    await start()
    const queue = openQueue(backend, 300)
    const taken: string[] = []
    openWorker(backend, async ({ batchId }) => {
      taken.push(batchId)
    })
    await queue.add('bat_1', 1)
    await until(() => taken.includes('bat_1'))
    redis.pause()
    await expect(queue.add('bat_2', 1)).rejects.toMatchObject({ name: 'TransientError' })
    redis.resume()
    await until(() => answers(() => queue.add('bat_3', 1)))
    await until(() => taken.includes('bat_3'))
  })

  test('continues after Redis lost everything', async () => {
    await start()
    const queue = openQueue(backend)
    const taken: string[] = []
    openWorker(backend, async ({ batchId }) => {
      taken.push(batchId)
    })
    await queue.add('bat_1', 1)
    await until(() => taken.includes('bat_1'))
    await redis.flush()
    await queue.add('bat_2', 1)
    await until(() => taken.includes('bat_2'))
  })

  test('bounds the batches in flight, and never waits for them without a limit', async () => {
    await start()
    const queue = openQueue(backend, 500)
    await queue.add('bat_1', 1)
    redis.pause()
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) => answers(() => queue.add(`bat_${index}`, 1))),
    )
    redis.resume()
    expect(results.every((worked) => !worked)).toBe(true)
  })

  test('closes while Redis is frozen', async () => {
    await start()
    const queue = openQueue(backend, 300)
    await queue.add('bat_1', 1)
    redis.pause()
    await answers(queue.close)
    opened.length = 0
    redis.resume()
  })

  test('stops enqueuing before the memory of Redis is used up', async () => {
    await start({ maxmemory: '4mb' })
    const queue = openQueue(backend)
    await queue.add('bat_1', 1)
    const used = Number(/used_memory:(\d+)/.exec(String(await redis.call('INFO', 'memory')))?.[1])
    await redis.call('CONFIG', 'SET', 'maxmemory', Math.round(used * 1.3))
    let added = 0
    await until(async () => {
      added += 1
      return !(await answers(() => queue.add(`bat_${added}`, 1)))
    })
    expect(faults.some((fault) => /memory/.test(fault.message))).toBe(true)
    await redis.call('CONFIG', 'SET', 'maxmemory', used * 10)
    await until(() => answers(() => queue.add('bat_after', 1)))
  })

  test('refuses an eviction policy that loses jobs, and warns of a Redis that keeps nothing', async () => {
    await start({ policy: 'allkeys-lru', appendonly: false })
    const findings = await checkQueueBackend(backend)
    expect(findings.map(({ fatal, remedy }) => [fatal, remedy])).toEqual([
      [true, 'Set maxmemory-policy noeviction.'],
      [false, 'Set appendonly yes.'],
    ])
  })

  test.each([
    ['may not read the version', '~* +@all -@dangerous'],
    ['may not run scripts', '~* +@all -@dangerous +info -@scripting'],
    ['may not write streams', '~* +@all -@dangerous +info -xadd'],
    ['may not wait for a job', '~* +@all -@dangerous +info -@blocking'],
    ['may use other keys only', '~other:* +@all -@dangerous +info'],
  ])('names the rights of a user that %s, and rests until it has them', async (_, rights) => {
    await start()
    const setRights = (given: string): Promise<unknown> =>
      redis.call('ACL', 'SETUSER', 'limited', 'reset', 'on', '>password', ...given.split(' '))
    await setRights(rights)
    const limited = queueBackendOf({
      databaseUrl: '',
      redisUrl: `redis://limited:password@127.0.0.1:${redis.port}`,
    })
    const taken: string[] = []
    const worker = openWorker(limited, async ({ batchId }) => {
      taken.push(batchId)
    })
    const queue = openQueue(limited)
    const reason = expect.objectContaining({
      message: 'Redis forbids its user a command or a key that the queue needs (NOPERM)',
      remedy: expect.stringContaining('~{signalpost}:* +@all -@dangerous +info'),
    })
    await expect(queue.add('bat_1', 1)).rejects.toMatchObject({ cause: reason })
    await expect(checkQueueBackend(limited)).rejects.toEqual(reason)
    await expect
      .poll(() => worker.check().catch((error: unknown) => error), { timeout: 20_000 })
      .toEqual(reason)
    // One that tries without a pause reports millions.
    expect(faults.length).toBeLessThan(100)

    await setRights('~{signalpost}:* +@all -@dangerous +info')
    await until(() => answers(() => queue.add('bat_2', 1)))
    await until(() => taken.includes('bat_2'))
    expect(await checkQueueBackend(limited)).toEqual([])
  })

  test('says that Redis does not answer', async () => {
    await start()
    await redis.kill()
    await expect(checkQueueBackend(backend)).rejects.toThrow('Redis does not answer.')
  })
})

test('a queue that was away is asked again after a second, also where the clock was set back', async () => {
  const port = await findFreePort()
  const queue = openQueue({ kind: 'postgres', url: `postgres://u@127.0.0.1:${port}/none` })
  const away = { cause: { code: 'ECONNREFUSED' } }
  await expect(queue.check()).rejects.toMatchObject(away)
  await expect(queue.check()).rejects.not.toMatchObject(away)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  await delay(1_100)
  await expect(queue.check()).rejects.toMatchObject(away)
})
