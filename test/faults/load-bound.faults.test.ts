import { waitUntil } from '@signalpost/testing'
import pg from 'pg'
import { expect, test } from 'vitest'
import { expectSound } from '../support/expect-sound.ts'
import type { Harness } from '../support/product/start-harness.ts'
import { startTestHarness } from '../support/product/start-test-harness.ts'
import type { Outgoing } from '../support/sending/sender.ts'

const timeoutMs = 120_000
/** Together more than an intake holds at once: 20,000 deliveries, and two flushes of 1,000. */
const requests = 70
const eventsPerRequest = 500
/** Without a limit, the first requests would be the first to be refused, when their time runs out. */
const firstPastTheBound = 30
/** A busy machine may not fill the intake within a request's time. */
const roundsAtMost = 5

test(
  'past the load bound the intake answers 503, and nothing of it is stored; what it accepts all arrives',
  async (context) => {
    const harness = await startTestHarness(context, { backend: 'postgres', sender: { retries: 0 } })
    const { sender, query } = harness
    let refused: number[] = []
    let rounds = 0
    while (Math.min(...refused) < firstPastTheBound || refused.length === 0) {
      expect(rounds).toBeLessThan(roundsAtMost)
      const outgoing = Array.from({ length: requests }, (_, index) => requestOf(harness, rounds, index))
      refused = await sendToBlockedStore(harness, outgoing)
      rounds += 1
    }
    expect(sender.totals.ok).toBeGreaterThan(0)
    expect(await sender.send(requestOf(harness, rounds, 0))).toBe('ok')
    await expectSound(harness)
    const requestIds = refused.map((index) => `evt_${rounds - 1}_${index}_0`)
    expect(await query('select event_id from deliveries where event_id = any($1)', [requestIds])).toEqual([])
  },
  timeoutMs,
)

/** Sends all at once while nothing can be stored, until one is refused. Returns those refused by then. */
async function sendToBlockedStore({ databaseUrl, sender }: Harness, outgoing: Outgoing[]): Promise<number[]> {
  const blocker = new pg.Client({ connectionString: databaseUrl })
  await blocker.connect()
  try {
    await blocker.query('begin; lock table deliveries in access exclusive mode')
    const refused: number[] = []
    let isBlocked = true
    const sending = outgoing.map(async (one, index) => {
      const outcome = await sender.send(one)
      if (isBlocked && outcome === 'unknown') refused.push(index)
    })
    await waitUntil('one is refused', () => refused.length > 0, { intervalMs: 5 })
    isBlocked = false
    await blocker.query('commit')
    await Promise.all(sending)
    return refused
  } finally {
    await blocker.end()
  }
}

function requestOf({ sources }: Harness, round: number, number: number): Outgoing {
  const [source] = sources
  if (source === undefined) throw new Error('The harness has no sources.')
  const events = Array.from({ length: eventsPerRequest }, (_, index) => ({
    id: `evt_${round}_${number}_${index}`,
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
