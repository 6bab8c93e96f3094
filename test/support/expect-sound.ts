import { expect } from 'vitest'
import type { Harness } from './start-harness.ts'
import { waitUntil } from './wait-until.ts'

const resumeLimitMs = 30_000
/** A job that died with its worker is found by the next one once its lock has run out. */
const drainLimitMs = 100_000
let probes = 0

/** A delivery that is sent now is taken and applied within the time that the contract gives after a fault. */
export async function expectResumed({ sender, sources, query }: Harness): Promise<void> {
  const endsAtMs = performance.now() + resumeLimitMs
  const [source] = sources
  if (source === undefined) throw new Error('The harness has no sources.')
  probes += 1
  const eventId = `evt_probe_${probes}`
  const event = {
    id: eventId,
    type: 'ping',
    occurredAt: new Date().toISOString(),
    orgId: source.orgId,
    data: {},
  }
  const body = Buffer.from(JSON.stringify(event))
  const outcome = await sender.send({ source, body, events: [{ eventId, expectation: 'applied' }] })
  expect(outcome).toBe('ok')
  const isApplied = async (): Promise<boolean> => {
    const rows = await query(
      `select from deliveries where source_id = $1 and event_id = $2 and status = 'applied'`,
      [source.sourceId, eventId],
    )
    return rows.length === 1
  }
  await waitUntil('a new delivery is applied', isApplied, {
    limitMs: Math.max(0, endsAtMs - performance.now()),
    intervalMs: 250,
  })
}

/** After the last fault: nothing stays queued for longer than the contract allows, and ledger and book agree. */
export async function expectSound(harness: Harness): Promise<void> {
  await harness.product.whenReady()
  await harness.settle(resumeLimitMs)
  expect((await harness.judge()).complaints).toEqual([])
}

/** No job is left over: the workers take from the queue again, and not only from the ledger. */
export async function expectDrained({ queueStore }: Harness): Promise<void> {
  await waitUntil('the queue is empty', async () => (await queueStore.countJobs()) === 0, {
    limitMs: drainLimitMs,
    intervalMs: 250,
  })
}
