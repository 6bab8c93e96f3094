import { setTimeout as delay } from 'node:timers/promises'
import { startTcpProxy } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'
import { checkQueueBackend } from './check-queue-backend.ts'
import { createDeliveryQueue } from './delivery-queue.ts'
import { createDeliveryWorker } from './delivery-worker.ts'
import { migrateQueues } from './migrate-queues.ts'

test('a queue works where each connection takes three seconds to open', { timeout: 60_000 }, async ({
  testDatabase,
}) => {
  const proxy = await startTcpProxy(Number(new URL(testDatabase.url).port))
  const url = Object.assign(new URL(testDatabase.url), { port: String(proxy.port) }).href
  const backend = { kind: 'postgres', url } as const
  proxy.delayConnections(3_000)
  await migrateQueues(backend)
  expect(await checkQueueBackend(backend)).toEqual([])

  const onError = (): void => undefined
  const queue = createDeliveryQueue({ backend, onError })
  const taken: string[] = []
  const processBatch = async ({ batchId }: { batchId: string }): Promise<void> => {
    taken.push(batchId)
  }
  const worker = createDeliveryWorker({ backend, processBatch, concurrency: 1, onError })
  // What enqueues cannot wait that long. The next ones find a connection.
  await expect(queue.add('bat_first', 1)).rejects.toThrow('Enqueuing a batch failed.')
  for (let added = false; !added; ) {
    added = await queue.add('bat_second', 1).then(
      () => true,
      () => false,
    )
    await delay(100)
  }
  await expect.poll(() => taken, { timeout: 30_000 }).toContain('bat_second')
  await expect.poll(() => worker.check().then(() => true), { timeout: 10_000 }).toBe(true)
  await Promise.all([queue.close(), worker.close()])
  await proxy.stop()
})
