import { storeDeliveries } from '@signalpost/database/ledger'
import { createDeliveryQueue, queueBackendOf } from '@signalpost/queues'
import pg from 'pg'
import type { SignedSource } from '../../support/sending/sender.ts'
import { type DeliveryJob, openQueue } from '../baselines/open-bullmq.ts'
import { type SignedDelivery, signDeliveries } from '../stage/signed-deliveries.ts'
import type { PreparedStore } from './prepare-store.ts'

/** About as many as a busy intake stores into one batch. */
const batchSize = 250
const unqueuedBatchSize = 500
const lanes = 8
// Longer than any backlog takes: the sweep would apply deliveries beside the jobs.
const sweepAfterMs = 600_000
const jobsAtOnce = 200

export type StoredDelivery = { deliveryId: string; job: DeliveryJob }

type Backlog = {
  count: number
  redisUrl?: string | undefined
  /** False stores them without jobs. */
  isEnqueued?: boolean
  /** Signs the next deliveries; by default, each is a new signal. */
  sign?: ((source: SignedSource, count: number) => SignedDelivery[]) | undefined
}

/** Stores and enqueues deliveries like an intake. Returns them in the order of their ids. */
export async function fillBacklog(
  { databaseUrl, source }: PreparedStore,
  { count, redisUrl, isEnqueued = true, sign = signDeliveries }: Backlog,
): Promise<StoredDelivery[]> {
  const fail = (error: Error): never => {
    throw error
  }
  const queue = createDeliveryQueue({ backend: queueBackendOf({ databaseUrl, redisUrl }), onError: fail })
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: lanes,
    // Durability is measured elsewhere.
    options: '-c synchronous_commit=off',
  })
  const deliveries: StoredDelivery[] = []
  let left = count
  const lane = async (): Promise<void> => {
    while (left > 0) {
      const signed = sign(source, Math.min(isEnqueued ? batchSize : unqueuedBatchSize, left))
      left -= signed.length
      const jobs = signed.map(({ body }) => jobOf(source, body))
      const { batchId, deliveryIds } = await storeDeliveries(
        pool,
        signed.map(({ body, headers }, index) => ({
          ...source,
          receivedAtMs: Date.now(),
          traceId: 'bench',
          signatureHeaders: headers,
          body,
          events: [{ eventId: jobs[index]?.event.id ?? '', type: jobs[index]?.event.type ?? null }],
        })),
        { nowMs: Date.now(), dueAfterMs: sweepAfterMs },
      )
      if (isEnqueued) await queue.add(batchId, signed.length)
      for (const [index, job] of jobs.entries()) {
        deliveries.push({ deliveryId: deliveryIds[index]?.[0] ?? '', job })
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: lanes }, lane))
  } finally {
    await queue.close()
    await pool.end()
  }
  return deliveries.sort((a, b) => (a.deliveryId < b.deliveryId ? -1 : 1))
}

/** Adds the same deliveries as jobs of the hand-written worker. */
export async function fillHandwrittenBacklog(
  stores: { databaseUrl: string; redisUrl: string | undefined },
  { source, count }: { source: SignedSource; count: number },
): Promise<void> {
  const queue = openQueue(stores)
  try {
    await queue.waitUntilReady()
    const jobs = signDeliveries(source, count).map(({ body }) => {
      const data = jobOf(source, body)
      return { name: 'apply', data, opts: { jobId: data.event.id } }
    })
    for (let added = 0; added < jobs.length; added += jobsAtOnce) {
      await queue.addBulk(jobs.slice(added, added + jobsAtOnce))
    }
  } finally {
    await queue.close()
  }
}

function jobOf({ sourceId, orgId }: SignedSource, body: Buffer): DeliveryJob {
  return { sourceId, orgId, event: JSON.parse(body.toString('utf8')) }
}
