import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@signalpost/testing'
import pg from 'pg'
import { expect, test } from 'vitest'
import { expectSound } from '../support/expect-sound.ts'
import { type OpenConsole, openConsole } from '../support/open-console.ts'
import type { Harness } from '../support/product/start-harness.ts'
import { startTestHarness } from '../support/product/start-test-harness.ts'
import type { Outgoing } from '../support/sending/sender.ts'

const timeoutMs = 600_000
const deliveries = 10_000
const lanes = 16
const killsAtLeast = 6
/** How often the ledger is halted while some deliveries are queued. */
const haltsAtLeast = 3
const killEveryMs = 1_000
const readEveryMs = 3_000

const settled = ['applied', 'duplicate', 'conflict', 'ignored', 'dead'] as const
type Count = Record<(typeof settled)[number] | 'queued' | 'accepted', number>
type Overview = { at: string; findings: { kind: string }[]; ledger: Record<Period, Count> }
const periodsMs = { '1h': 3_600_000, '24h': 86_400_000, '7d': 7 * 86_400_000 }
type Period = keyof typeof periodsMs

test(
  'the ledger on the overview equals the rows of the ledger while 10,000 deliveries arrive and workers are killed',
  async (context) => {
    const harness = await startTestHarness(context, {
      backend: 'postgres',
      counts: { intake: 1, worker: 2, console: 1 },
    })
    const { product, sender, databaseUrl, sources } = harness
    const orgIds = [...new Set(sources.map(({ orgId }) => orgId))]
    const consoleUrl = `http://127.0.0.1:${product.consoles[0]?.port()}`
    const console = await openConsole({ databaseUrl, consoleUrl, orgIds })
    const ledger = new pg.Client({ connectionString: databaseUrl })
    await ledger.connect()
    context.onTestFinished(() => ledger.end())

    let isSending = true
    let kills = 0
    let haltsUnderWay = 0
    const isDone = (): boolean =>
      !isSending ||
      (sender.totals.acknowledged >= deliveries && kills >= killsAtLeast && haltsUnderWay >= haltsAtLeast)
    const every = async (pauseMs: number, work: (round: number) => Promise<void>): Promise<void> => {
      try {
        for (let round = 0; isSending; round += 1) {
          await work(round)
          await sleep(pauseMs)
        }
      } finally {
        isSending = false
      }
    }
    await Promise.all([
      sender.sendAll(takeUntil(harness, isDone), lanes).finally(() => {
        isSending = false
      }),
      every(killEveryMs, async (round) => {
        await killWorker(harness, round)
        kills += 1
      }),
      every(readEveryMs, async (round) => {
        const orgId = orgIds[round % orgIds.length] ?? ''
        await expectBetween(ledger, { console, orgId })
        const { queued } = await expectEqual({ console, orgId, databaseUrl })
        if (queued > 0) haltsUnderWay += 1
      }),
    ])
    expect(sender.totals.refused).toBeGreaterThan(0)

    await expectSound(harness)
    for (const orgId of orgIds) {
      const last = await expectEqual({ console, orgId, databaseUrl })
      expect(last.queued).toBe(0)
      for (const status of settled) expect([status, last[status]]).not.toEqual([status, 0])
    }
  },
  timeoutMs,
)

function* takeUntil({ traffic }: Harness, isDone: () => boolean): Generator<Outgoing> {
  while (!isDone()) yield traffic.next()
}

async function killWorker({ product }: Harness, round: number): Promise<void> {
  const worker = product.workers[round % product.workers.length]
  await worker?.kill()
  await worker?.whenReady()
}

/** While the ledger moves, the overview lies between what it held before and after. */
async function expectBetween(
  ledger: pg.ClientBase,
  { console, orgId }: { console: OpenConsole; orgId: string },
): Promise<void> {
  const before = await countRows(ledger, { orgId, sinceMs: 0 })
  const shown = await readSince(console, { orgId, sinceMs: Date.now() })
  const after = await countRows(ledger, { orgId, sinceMs: 0 })
  for (const count of Object.values(shown.ledger)) {
    expect(count.accepted).toBe(settled.reduce((sum, status) => sum + count[status], count.queued))
    for (const status of ['accepted', ...settled] as const) {
      expect([status, count[status]]).toEqual([status, clamp(count[status], before[status], after[status])])
    }
  }
}

/** Halts all writes to the ledger, so that the overview and the rows must agree exactly. Returns what both hold. */
async function expectEqual({
  console,
  orgId,
  databaseUrl,
}: {
  console: OpenConsole
  orgId: string
  databaseUrl: string
}): Promise<Count> {
  const halting = new pg.Client({ connectionString: databaseUrl })
  await halting.connect()
  try {
    await halting.query('begin; lock table deliveries in share mode')
    const { at, ledger, findings } = await readSince(console, { orgId, sinceMs: Date.now() })
    const rows: Partial<Record<string, Count>> = {}
    for (const [period, ms] of Object.entries(periodsMs)) {
      rows[period] = await countRows(halting, { orgId, sinceMs: Date.parse(at) - ms })
    }
    expect(ledger).toEqual(rows)
    expect(findings).not.toContainEqual(expect.objectContaining({ kind: 'ledger_mismatch' }))
    return ledger['1h']
  } finally {
    await halting.end()
  }
}

/** An overview is shared for a second; this one was read from the store after `sinceMs`. */
async function readSince(
  console: OpenConsole,
  { orgId, sinceMs }: { orgId: string; sinceMs: number },
): Promise<Overview> {
  let overview: Overview | undefined
  await waitUntil(
    'the overview is read again',
    async () => {
      // The cast: the members that the contract promises.
      overview = (await console.read(orgId, 'overview')) as Overview
      return Date.parse(overview.at) > sinceMs
    },
    { intervalMs: 100 },
  )
  return overview ?? expect.unreachable()
}

async function countRows(
  client: pg.ClientBase,
  { orgId, sinceMs }: { orgId: string; sinceMs: number },
): Promise<Count> {
  const { rows } = await client.query<{ status: keyof Count; count: number }>(
    `select status, count(*)::int as count from deliveries
     where org_id = $1 and received_at >= $2 group by status`,
    [orgId, new Date(sinceMs)],
  )
  const count: Count = {
    ...{ accepted: 0, applied: 0, duplicate: 0, conflict: 0, ignored: 0, dead: 0, queued: 0 },
  }
  for (const row of rows) {
    count[row.status] = row.count
    count.accepted += row.count
  }
  return count
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
