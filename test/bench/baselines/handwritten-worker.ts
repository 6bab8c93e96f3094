import { Pool, type PoolClient } from 'pg'
import { type DeliveryJob, openWorker, storesFrom } from './open-bullmq.ts'
import { recordEvent, recordSignal } from './record-signal.ts'

// A worker as people write it by hand: one transaction for each job, and one delivery for each job; fifty at once, each
// with a connection.

const concurrency = 50
const stores = storesFrom(process.env)
const pool = new Pool({ connectionString: stores.databaseUrl, max: concurrency })

const worker = openWorker(stores, {
  concurrency,
  work: async ({ data }) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await apply(client, data)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  },
})
worker.on('error', (error) => process.stderr.write(`${error.message}\n`))
await worker.waitUntilReady()
process.send?.({ type: 'ready' })
process.on('disconnect', () => process.exit(0))

async function apply(client: PoolClient, job: DeliveryJob): Promise<void> {
  const { rowCount } = await client.query(recordEvent([job]))
  // It was applied before.
  if (rowCount === 0) return
  await client.query(recordSignal([job]))
}
