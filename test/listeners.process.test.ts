import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { createDatabase, createPartitions, dropExpiredPartitions } from '@signalpost/database'
import { pruneIdentities } from '@signalpost/database/ledger'
import { forgetFinds } from '@signalpost/database/searching'
import { dayMs, minuteMs } from '@signalpost/domain'
import { waitUntil } from '@signalpost/testing'
import { platformStandIns } from '@signalpost/testing/platforms'
import { expect, type TestContext, test } from 'vitest'
import { startTestHarness } from './support/product/start-test-harness.ts'
import { runCommand } from './support/run-command.ts'

const plan = {
  ...{
    mode: 'market',
    objective: 'find_customers',
    keywords: ['crm'],
    exclusions: ['giveaway'],
    limited: false,
  },
  queries: ['"crm"', '"agents"'].map((query) => ({ source: 'hackernews', query })),
  profile: { targetRoles: ['Head of Sales'] },
}

const wanted = {
  ...{ id: 1, publishedAtMs: Date.now() - minuteMs },
  title: 'Can anyone recommend a CRM for 40 agents?',
  text: 'We are looking for a CRM because ours is down. We need it by friday, as soon as possible.',
}

/** Starts the product with a listener on a stand-in of Hacker News. */
async function startListener(context: TestContext, posts: (typeof wanted)[], env = {}) {
  const stand = await platformStandIns.hackernews?.(posts)
  if (stand === undefined) throw new Error('There is no stand-in for Hacker News.')
  context.onTestFinished(() => stand.close())
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-plan-'))
  context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const planFile = join(folder, 'plan.json')
  writeFileSync(planFile, JSON.stringify({ plan }))
  const allowed = { SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8', ...env }
  const counts = { intake: 1, worker: 1, searcher: 1 }
  const harness = await startTestHarness(context, { backend: 'postgres', counts, env: allowed })
  const environment = {
    ...{ DATABASE_URL: harness.databaseUrl, SIGNALPOST_MASTER_KEY: harness.masterKey, ...allowed },
  }
  const signalpost = async (...words: string[]): Promise<unknown> => {
    const { exitCode, json } = await runCommand(environment, [...words, '--workspace', 'org_one'])
    expect(exitCode).toBe(0)
    return json
  }
  await signalpost('connection', 'create', 'hackernews', '--base-url', stand.url)
  const made = await signalpost('listener', 'create', '--name', 'CRM', '--plan', planFile, '--every', '30m')
  const { listenerId } = made as { listenerId: string } // the cast: as the CLI documents it
  const readSignals = () =>
    harness.query(`
      select listener_id as "listenerId", signal_id as "signalId", classification, relevance_score as score
      from signals where org_id = 'org_one'`)
  await waitUntil('the first signal is stored', async () => (await readSignals()).length > 0)
  return { harness, stand, listenerId, readSignals }
}

/** A rerank model that finds everything relevant. Returns its address. */
async function startReranker({ onTestFinished }: TestContext): Promise<string> {
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { documents } = body as { documents: string[] } // the cast: as the product sends it
      const results = documents.map((_, index) => ({ index, relevance_score: 0.9 }))
      response.end(JSON.stringify({ results }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // the cast: it listens on TCP
  return `http://127.0.0.1:${port}/v1`
}

test('a listener that is made by the CLI brings its first judged signal, and asks the rerank model', async (context) => {
  const named = { ...wanted, id: 3, title: 'How do agents share customers?', text: 'We write them down.' }
  const env = { SIGNALPOST_RERANK_URL: await startReranker(context) }
  const { harness, stand, listenerId, readSignals } = await startListener(context, [wanted, named], env)
  expect(await readSignals()).toMatchObject([
    { listenerId, classification: 'high_intent', score: expect.any(Number) },
  ])
  expect(stand.requests.length).toBeGreaterThan(0)
  // Without the model it would be dropped: no keyword is in it.
  const reranked = `
    select from finds where dedupe_key like '%id=3' and score is not null and state <> 'dropped'`
  await waitUntil('the other post is judged', async () => (await harness.query(reranked)).length === 1)
  expect(harness.product.collapses()).toEqual([])
}, 240_000)

test('an item that is served again is no new signal, however much was forgotten', async (context) => {
  const aside = { ...wanted, id: 2, title: 'Giveaway of a CRM' }
  const { harness, stand, readSignals } = await startListener(context, [wanted, aside])
  const { query } = harness
  const { database } = createDatabase({
    url: harness.databaseUrl,
    applicationName: 'signalpost test',
    onConnectionError: () => undefined,
  })
  context.onTestFinished(() => database.destroy())
  const nothing = async (sql: string): Promise<boolean> => (await query(sql)).length === 0
  const settle = () =>
    waitUntil('everything found is applied', async () =>
      Promise.all([
        nothing(`select from finds where state = 'waiting'`),
        nothing(`select from deliveries where status = 'queued'`),
      ]).then((done) => done.every(Boolean)),
    )
  await settle()
  const signals = await readSignals()
  const readFinds = () => query(`select dedupe_key as key, state from finds order by 1`)
  const finds = await readFinds()
  expect(finds).toMatchObject([{ state: 'delivered' }, { state: 'dropped' }])

  // The ledger and its identities as after a hundred days, and searches that forgot where they were.
  const searchAgain = async (): Promise<void> => {
    const later = Date.now() + 100 * dayMs
    await pruneIdentities(database, new Date(later))
    expect(await dropExpiredPartitions(database, { nowMs: later, ledgerDays: 30 })).not.toEqual([])
    await createPartitions(database, { nowMs: Date.now() })
    expect(await nothing('select from identities union all select from deliveries')).toBe(true)
    const asked = stand.requests.length
    await query('update searches set cursor = null, searched_at = null')
    await query('update listener_schedules set due_at = now()')
    await waitUntil('the listener ran again', () => nothing('select from searches where searched_at is null'))
    expect(stand.requests.length).toBeGreaterThan(asked)
    await settle()
  }

  await searchAgain()
  expect(await nothing('select from deliveries')).toBe(true)
  expect(await readFinds()).toEqual(finds)

  // As after 400 days.
  expect(await forgetFinds(database, { textMs: 0, keyMs: 0, limit: 1_000 })).toBeGreaterThan(0)
  expect(await readFinds()).toMatchObject([{ state: 'delivered' }])
  await searchAgain()
  expect(await nothing('select from deliveries')).toBe(true)
  expect(await readFinds()).toEqual(finds)
  expect(await readSignals()).toEqual(signals)

  // What no retention does: its event is sent and applied again, to the same signal.
  await query('delete from finds')
  await searchAgain()
  expect(await query('select status, event_id as event from deliveries')).toMatchObject([
    { status: 'applied' },
  ])
  expect(await readSignals()).toMatchObject(signals.map(({ signalId }) => ({ signalId })))
  expect(harness.product.collapses()).toEqual([])
}, 240_000)
