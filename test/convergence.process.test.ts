import { randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import { migrateQueues } from '@signalpost/queues'
import { foldEvents, rollUpNaively, type SentEvent, sentEvents, waitUntil } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, expect } from 'vitest'
import { type Product, startProduct } from './support/product/start-product.ts'
import { readRollUp, readStates } from './support/read-states.ts'
import { createSources } from './support/sending/create-sources.ts'
import { createRandom, type Random } from './support/sending/random.ts'
import { sendSigned } from './support/sending/send-signed.ts'
import type { SignedSource } from './support/sending/sender.ts'

const runsForWorkers = [13, 13, 12, 12]
const placeholder = 'org_placeholder'
const settleLimitMs = 60_000

let product: Product
let client: pg.Client
let workspaces: SignedSource[][]
const agent = new Agent({ keepAlive: true })

test.beforeAll(async ({ testDatabase }) => {
  await migrateQueues({ kind: 'postgres', url: testDatabase.url })
  const masterKey = randomBytes(32).toString('base64')
  const runs = runsForWorkers.reduce((sum, count) => sum + count, 0)
  const orgIds = Array.from({ length: runs }, (_, run) => `org_run_${run}`)
  workspaces = await createSources({ databaseUrl: testDatabase.url, masterKey }, { orgIds, sourcesEach: 2 })
  product = await startProduct({ databaseUrl: testDatabase.url, masterKey, counts: { intake: 1 } })
  client = new pg.Client(testDatabase.url)
  await client.connect()
}, 120_000)

afterAll(async () => {
  agent.destroy()
  await client.end()
  await product.stop()
})

test.each(runsForWorkers.map((runs, index) => ({ workers: index + 1, runs })))(
  'ends in one state over $workers worker processes, whatever the order, repetition and grouping',
  async ({ runs }) => {
    await product.addProcess('worker')
    const scenario = fc.record({ sent: sentEvents({ orgId: placeholder, maxLength: 60 }), seed: fc.nat() })
    await fc.assert(
      fc.asyncProperty(scenario, async ({ sent, seed }) => {
        const sources = workspaces.shift() ?? []
        const [orgId = ''] = sources.map((source) => source.orgId)
        const own: SentEvent[] = JSON.parse(JSON.stringify(sent).replaceAll(placeholder, orgId))
        await sendShuffled(own, { sources, random: createRandom(seed) })
        await waitUntil('everything is settled', () => isSettled(orgId), {
          limitMs: settleLimitMs,
          intervalMs: 20,
        })
        const sourceIds = sources.map((source) => source.sourceId)
        const states = foldEvents(own, { orgId, sourceIds })
        expect(await readStates(client, orgId)).toEqual(states)
        expect(await readRollUp(client, orgId)).toEqual(rollUpNaively(states, orgId))
        expect(await countApplied(orgId)).toBe(own.length)
      }),
      // A workspace serves one run, so none is left for shrinking.
      { numRuns: runs, endOnFailure: true },
    )
  },
  300_000,
)

async function sendShuffled(
  sent: SentEvent[],
  { sources, random }: { sources: SignedSource[]; random: Random },
): Promise<void> {
  const deck = [...sent, ...sent.filter(() => random() < 0.3)].map((one) => ({ one, at: random() }))
  const shuffled = deck.sort((a, b) => a.at - b.at).map(({ one }) => one)
  const requests: Promise<void>[] = []
  for (const [index, source] of sources.entries()) {
    const ofSource = shuffled.filter((one) => one.source === index).map(({ event }) => event)
    while (ofSource.length > 0) {
      const group = ofSource.splice(0, 1 + Math.floor(random() * 8))
      requests.push(send(source, group.length === 1 ? group[0] : group))
    }
  }
  await Promise.all(requests)
}

async function send(source: SignedSource, document: unknown): Promise<void> {
  const body = Buffer.from(JSON.stringify(document))
  const [intakeUrl = ''] = product.intakeUrls()
  const answer = await sendSigned(intakeUrl, source, { body, agent, timeoutMs: 10_000 })
  expect(answer.status, answer.body).toBe(202)
}

async function isSettled(orgId: string): Promise<boolean> {
  const { rows } = await client.query(
    "select 1 from deliveries where org_id = $1 and status = 'queued' limit 1",
    [orgId],
  )
  return rows.length === 0
}

async function countApplied(orgId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from deliveries where org_id = $1 and status = 'applied'",
    [orgId],
  )
  return rows[0]?.count ?? 0
}
