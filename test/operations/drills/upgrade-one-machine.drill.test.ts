import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort, programOf, waitUntil } from '@signalpost/testing'
import { expect, onTestFinished, test } from 'vitest'
import { checkOutRelease } from '../support/check-out-release.ts'
import { outputOf, runProgram } from '../support/images/run-program.ts'

// Alone: it takes 0.1.0 from the history of the repository, which a shallow clone does not have.

type Facts = { intakeUrl: string; secret: string }
type Page = { items: Record<string, unknown>[] }

test('what 0.1.0 keeps in a data directory is there after the start of this version, and what waited is sent', async () => {
  const release = await checkOutRelease('0.1.0')
  onTestFinished(release.remove)
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-upgrade-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const dataDir = join(directory, 'data')
  const ports = await Promise.all(
    ['INTAKE', 'API', 'WORKER', 'CONSOLE', 'SEARCHER'].map(
      async (app) => [`SIGNALPOST_${app}_PORT`, String(await findFreePort())] as const,
    ),
  )
  const environment = {
    ...{ PATH: process.env.PATH ?? '', SIGNALPOST_DATA_DIR: dataDir },
    ...Object.fromEntries(ports),
  }
  const received: string[] = []
  const receiver = createServer((request, response) => {
    received.push(request.url ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void receiver.close())
  await once(receiver, 'listening')
  const address = receiver.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`

  // 0.1.0 may not reach the receiver, so its messages wait.
  const older = await start([join(release.root, 'apps/cli/src/main.ts')], environment)
  const sendAs = async (id: string, signal: object): Promise<void> => {
    // The cast: both versions write these members.
    const facts = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Facts
    const at = new Date().toISOString()
    const event = { type: 'signal.created', occurredAt: at, orgId: 'org_demo', data: { signal } }
    const body = JSON.stringify({ id, ...event })
    const t = Math.floor(Date.now() / 1_000)
    const v1 = createHmac('sha256', facts.secret).update(`${t}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-service-signature': `t=${t},v1=${v1}` }
    expect((await fetch(facts.intakeUrl, { method: 'POST', headers, body })).status).toBe(202)
  }
  const channel = ['channel', 'create', 'webhook', '--name', 'Hook', '--url', url, '--event', '*']
  await release.run(environment, channel)
  await release.run(environment, [
    'rule',
    'create',
    '--name',
    'High',
    '--channel',
    'all',
    '--min-urgency',
    'high',
  ])
  const file = join(directory, 'kept.duckdb')
  await release.run(environment, [
    'warehouse',
    'create',
    'duckdb',
    '--name',
    'Kept',
    '--path',
    file,
    '--interval',
    '1s',
  ])
  await sendAs('evt_dead', { id: 5 })
  const now = new Date().toISOString()
  await sendAs('evt_kept', {
    ...{ id: 'sig_kept', orgId: 'org_demo', listenerId: 'lsn_kept', source: 'hackernews', title: 'Kept' },
    ...{ url: 'https://news.ycombinator.com/item?id=1', excerpt: 'Kept.', postedAt: now, firstSeenAt: now },
    ...{ relevanceScore: 80, classification: 'high_intent', rationale: 'It is kept.', urgency: 'high' },
    matchedKeywords: [],
  })
  const dead = ['delivery', 'list', '--status', 'dead']
  const listedBy = async (run: Promise<unknown>): Promise<Page['items']> => ((await run) as Page).items
  await waitUntil(
    '0.1.0 has a dead letter',
    async () => (await listedBy(release.run(environment, dead))).length === 1,
  )
  const nouns = ['workspace', 'key', 'source', 'channel', 'rule', 'warehouse']
  const idsBy = async (run: (words: string[]) => Promise<unknown>): Promise<unknown[]> => {
    const pages = await Promise.all(
      [...nouns.map((noun) => [noun, 'list']), dead].map((words) => listedBy(run(words))),
    )
    const named = ['orgId', 'keyId', 'sourceId', 'channelId', 'ruleId', 'warehouseId', 'deliveryId']
    // The migration gives each workspace its inbox.
    const kept = pages.map((items) => items.filter(({ kind }) => kind !== 'inbox'))
    return kept.flatMap((items, index) => items.map((item) => item[named[index] ?? '']))
  }
  const before = await idsBy((words) => release.run(environment, words))
  await older.stop()
  cpSync(dataDir, join(directory, 'copy'), { recursive: true })

  const reachable = { ...environment, SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8' }
  const newer = await start([programOf('cli')], reachable)
  onTestFinished(newer.stop)
  const call = async (words: string[]): Promise<unknown> =>
    JSON.parse(await outputOf([process.execPath, programOf('cli'), ...words, '--json'], { env: reachable }))
  expect(await idsBy(call)).toEqual(before)
  expect(before).not.toContain(undefined)
  await waitUntil('what waited is sent', () => Promise.resolve(received.length > 0), { limitMs: 300_000 })
  await sendAs('evt_after', { id: 6 })
  await waitUntil('the new dead letter is there', async () => (await listedBy(call(dead))).length === 2)
  expect(await call(['key', 'rotate-master', '--yes'])).toMatchObject({ left: 0 })
  const [warehouse] = await listedBy(call(['warehouse', 'list']))
  const verify = [programOf('cli'), 'warehouse', 'verify', String(warehouse?.warehouseId)]
  await waitUntil('the warehouse has the same rows', async () => {
    const { exitCode } = await runProgram([process.execPath, ...verify], { env: reachable })
    return exitCode === 0
  })
  const { checks } = (await call(['doctor'])) as { checks: { name: string; ok: boolean }[] }
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
})

type Running = { stop: () => Promise<void> }

/** Starts everything, and resolves when it is ready. */
async function start(program: readonly string[], env: Record<string, string>): Promise<Running> {
  const child = spawn(process.execPath, [...program, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'close')
  }
  onTestFinished(stop)
  const isReady = (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`it ended:\n${output}`)
    return Promise.resolve(output.includes('# Read the signal back'))
  }
  await waitUntil('it is ready', isReady, { limitMs: 120_000 })
  return { stop }
}
