import { Pool, type PoolClient } from 'pg'
import type { DeliveryJob } from './open-bullmq.ts'
import { isRegisterEvent, recordRegisterHistory, recordRegisters } from './record-register.ts'
import { recordEvent, recordSignal } from './record-signal.ts'

// What the store can do when a few large statements write the rows and everything else is free: no queue, no claims, no
// reads, no judging, every event new and in memory.

const rowsAtOnce = 500
const lanes = 4
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: lanes })

process.on('disconnect', () => process.exit(0))
process.on('message', (message) => {
  // The cast: the figure sends nothing else.
  const { deliveries } = message as { deliveries: { deliveryId: string; job: DeliveryJob }[] }
  run(deliveries).then(
    (seconds) => process.send?.({ seconds }),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})
process.send?.({ type: 'ready' })

async function run(deliveries: { deliveryId: string; job: DeliveryJob }[]): Promise<number> {
  const clients = await Promise.all(Array.from({ length: lanes }, () => pool.connect()))
  const startedAtMs = performance.now()
  let next = 0
  const lane = async (client: PoolClient): Promise<void> => {
    while (next < deliveries.length) {
      const batch = deliveries.slice(next, next + rowsAtOnce)
      next += rowsAtOnce
      const jobs = batch.map(({ job }) => job)
      await client.query('begin')
      await client.query(recordEvent(jobs))
      if (jobs.every(isRegisterEvent)) {
        await client.query(recordRegisters(jobs))
        await client.query(recordRegisterHistory(jobs))
      } else {
        await client.query(recordSignal(jobs))
      }
      await client.query({
        name: 'settle',
        text: `update deliveries set status = 'applied', attempts = attempts + 1, settled_at = now()
               where delivery_id = any($1::text[]) and delivery_id >= $2 and delivery_id <= $3`,
        values: [batch.map(({ deliveryId }) => deliveryId), batch[0]?.deliveryId, batch.at(-1)?.deliveryId],
      })
      await client.query('commit')
    }
  }
  await Promise.all(clients.map(lane))
  return (performance.now() - startedAtMs) / 1000
}
