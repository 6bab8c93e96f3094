import pg from 'pg'
import { expect, test } from 'vitest'
import { expectSound } from '../support/expect-sound.ts'
import type { Outgoing } from '../support/sender.ts'
import type { Harness } from '../support/start-harness.ts'
import { startTestHarness } from '../support/start-test-harness.ts'
import { waitUntil } from '../support/wait-until.ts'

const timeoutMs = 120_000
/** Together more than an intake holds at once. */
const requests = 70
const eventsPerRequest = 500

test(
  'past the load bound the intake answers 503, and nothing of it is stored; what it accepts all arrives',
  async (context) => {
    const harness = await startTestHarness(context, { backend: 'postgres', sender: { retries: 0 } })
    const { sender, query } = harness
    const outgoing = Array.from({ length: requests }, (_, index) => requestOf(harness, index))
    const blocker = new pg.Client({ connectionString: harness.databaseUrl })
    await blocker.connect()
    context.onTestFinished(() => blocker.end())

    await blocker.query('begin; lock table deliveries in access exclusive mode')
    const refusedWhileBlocked: string[] = []
    let isBlocked = true
    const sending = outgoing.map(async (one) => {
      const outcome = await sender.send(one)
      if (isBlocked && outcome === 'unknown')
        refusedWhileBlocked.push(...one.events.map((event) => event.eventId))
    })
    await waitUntil('the bound is reached', () => refusedWhileBlocked.length > 0, { intervalMs: 5 })
    isBlocked = false
    await blocker.query('commit')
    await Promise.all(sending)

    expect(sender.totals.statuses[503]).toBeGreaterThan(0)
    expect(sender.totals.ok).toBeGreaterThan(0)
    await expectSound(harness)
    const stored = await query('select event_id from deliveries where event_id = any($1)', [
      refusedWhileBlocked,
    ])
    expect(stored).toEqual([])
    expect(await sender.send(requestOf(harness, requests))).toBe('ok')
  },
  timeoutMs,
)

function requestOf({ sources }: Harness, number: number): Outgoing {
  const [source] = sources
  if (source === undefined) throw new Error('The harness has no sources.')
  const events = Array.from({ length: eventsPerRequest }, (_, index) => ({
    id: `evt_${number}_${index}`,
    type: 'ping',
    occurredAt: '2026-11-01T00:00:00.000Z',
    orgId: source.orgId,
    data: {},
  }))
  return {
    source,
    body: Buffer.from(JSON.stringify(events)),
    events: events.map(({ id }) => ({ eventId: id, expectation: 'applied' })),
  }
}
