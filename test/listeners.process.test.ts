import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minuteMs } from '@signalpost/domain'
import { waitUntil } from '@signalpost/testing'
import { platformStandIns } from '@signalpost/testing/platforms'
import { expect, test } from 'vitest'
import { startTestHarness } from './support/product/start-test-harness.ts'
import { runCommand } from './support/run-command.ts'

const plan = {
  ...{ mode: 'market', objective: 'find_customers', keywords: ['crm'], exclusions: [], limited: false },
  ...{ queries: [{ source: 'hackernews', query: '"crm"' }], profile: { targetRoles: ['Head of Sales'] } },
}

test('a listener that is made by the CLI brings its first judged signal', async (context) => {
  const stand = await platformStandIns.hackernews?.([
    {
      ...{ id: 1, publishedAtMs: Date.now() - minuteMs },
      title: 'Can anyone recommend a CRM for 40 agents?',
      text: 'We are looking for a CRM because ours is down. We need it by friday, as soon as possible.',
    },
  ])
  if (stand === undefined) throw new Error('There is no stand-in for Hacker News.')
  context.onTestFinished(() => stand.close())
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-plan-'))
  context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const planFile = join(folder, 'plan.json')
  writeFileSync(planFile, JSON.stringify({ plan }))
  const allowed = { SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' }
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

  const readSignals = () =>
    harness.query(`
      select listener_id as "listenerId", classification, relevance_score as score
      from signals where org_id = 'org_one'`)
  await waitUntil('the first signal is stored', async () => (await readSignals()).length > 0)
  const { listenerId } = made as { listenerId: string } // the cast: as the CLI documents it
  expect(await readSignals()).toEqual([
    { listenerId, classification: 'high_intent', score: expect.any(Number) },
  ])
  expect(stand.requests.length).toBeGreaterThan(0)
  expect(harness.product.collapses()).toEqual([])
}, 240_000)
