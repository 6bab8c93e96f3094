import { test } from '@signalpost/testing/test'
import pg from 'pg'
import { expect } from 'vitest'
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
