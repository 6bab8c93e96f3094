import { waitUntil } from '@signalpost/testing'
import type { Harness } from './product/start-harness.ts'

/** Work resumes within this time of a store's recovery. */
export const resumeLimitMs = 30_000
/** The job of a dead worker is found by the next worker once its lock has expired. */
const drainLimitMs = 100_000
let probes = 0

/** Waits until a new delivery is accepted and applied; throws when that takes too long. */
export async function whenResumed({ sender, sources, query }: Harness): Promise<void> {
  const endsAtMs = performance.now() + resumeLimitMs
  const [source] = sources
  if (source === undefined) throw new Error('The harness has no sources.')
  probes += 1
  const eventId = `evt_probe_${probes}`
  const occurredAt = new Date().toISOString()
  const event = { id: eventId, type: 'ping', occurredAt, orgId: source.orgId, data: {} }
  const body = Buffer.from(JSON.stringify(event))
  const outcome = await sender.send({ source, body, events: [{ eventId, expectation: 'applied' }] })
  if (outcome !== 'ok') throw new Error(`A new delivery is ${outcome}.`)
  const isApplied = async (): Promise<boolean> => {
    const rows = await query(
      `select from deliveries where source_id = $1 and event_id = $2 and status = 'applied'`,
      [source.sourceId, eventId],
    )
    return rows.length === 1
  }
  await waitUntil('a new delivery is applied', isApplied, {
    limitMs: Math.max(0, endsAtMs - performance.now()),
    intervalMs: 100,
  })
}

/** Waits until no job is left: the workers take jobs from the queue again, not only from the ledger. */
export async function whenDrained({ queueStore }: Harness): Promise<void> {
  await queueStore.endFuture()
  await waitUntil('the queue is empty', async () => (await queueStore.countJobs()) === 0, {
    limitMs: drainLimitMs,
    intervalMs: 250,
  })
}
