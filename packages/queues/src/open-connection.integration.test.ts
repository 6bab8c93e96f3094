import { hostileSettings, setOnDatabase } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import pg from 'pg'
import { expect } from 'vitest'
import { checkQueueBackend } from './check-queue-backend.ts'
import { createDeliveryQueue } from './delivery-queue.ts'
import { createDeliveryWorker } from './delivery-worker.ts'
import { migrateQueues } from './migrate-queues.ts'
import { createQueuePool } from './open-connection.ts'

test('reports connections that are cut, idle or in use, and the process continues', async ({
  testDatabase,
}) => {
  const superuser = new pg.Client({ connectionString: testDatabase.superuserUrl })
  await superuser.connect()
  const faults: Error[] = []
  const pool = createQueuePool(testDatabase.url, {
    role: 'producer',
    maxConnections: 2,
    onError: (error) => faults.push(error),
  })
  try {
    const [used, idle] = [await pool.connect(), await pool.connect()]
    idle.release()
    const refused = expect(used.query('select pg_sleep(10)')).rejects.toThrow(/terminat/)
    await superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await refused
    used.release(true)
    await expect.poll(() => faults.length).toBeGreaterThanOrEqual(2)
  } finally {
    await pool.end()
    await superuser.end()
  }
})

test('carries batches whatever settings the database has', async ({ testDatabase }) => {
  await setOnDatabase(testDatabase.superuserUrl, { ...hostileSettings, search_path: 'elsewhere' })
  const backend = { kind: 'postgres', url: testDatabase.url } as const
  const faults: Error[] = []
  const onError = (error: Error): void => {
    faults.push(error)
  }
  const taken: string[] = []
  try {
    await migrateQueues(backend)
    expect(await checkQueueBackend(backend)).toEqual([])
    const queue = createDeliveryQueue({ backend, onError })
    await queue.add('bat_hostile', 1)
    const processBatch = async ({ batchId }: { batchId: string }): Promise<void> => {
      taken.push(batchId)
    }
    const worker = createDeliveryWorker({ backend, processBatch, concurrency: 1, onError })
    await expect.poll(() => taken, { timeout: 10_000 }).toEqual(['bat_hostile'])
    await worker.close()
    await queue.close()
    expect(faults).toEqual([])
  } finally {
    const none = Object.keys({ ...hostileSettings, search_path: '' }).map((name) => [name, null])
    await setOnDatabase(testDatabase.superuserUrl, Object.fromEntries(none))
  }
})

test('is not usable while the database takes no writes, and says so', async ({ testDatabase }) => {
  await setOnDatabase(testDatabase.superuserUrl, { default_transaction_read_only: 'on' })
  const backend = { kind: 'postgres', url: testDatabase.url } as const
  await expect(checkQueueBackend(backend)).rejects.toThrow('the database is read-only')
  const queue = createDeliveryQueue({ backend, onError: () => undefined })
  await expect(queue.check()).rejects.toMatchObject({ cause: { message: 'the database is read-only' } })
  await queue.close()
  await setOnDatabase(testDatabase.superuserUrl, { default_transaction_read_only: null })
})
