import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import { completeLines } from '../apps/cli/src/completion/complete-lines.ts'
import { isOfInstallation } from '../apps/cli/src/remote/local-commands.ts'
import { cliInProcess } from '../apps/cli/src/test-support/call-in-process.ts'
import {
  isAboutOne,
  isAct,
  type Tried,
  tried,
  wordsFor,
} from '../apps/cli/src/test-support/operation-words.ts'
import { startTestConsole, type TestConsole } from '../apps/console/src/test-support/start-test-console.ts'
import { storeEvents } from '../apps/console/src/test-support/store-events.ts'
import { storeSignal } from '../apps/console/src/test-support/store-records.ts'

type Json = Record<string, unknown>

/** What HTTP does not offer. */
const onlyAtTheInstallation = [...['person disable', 'person enable', 'person free-address']]

const going = tried.filter(({ path }) => !onlyAtTheInstallation.includes(path) && !isOfInstallation(path))
const acts = going.filter(({ operation }) => isAct(operation))
/** A job on a warehouse waits for the one before. */
const alone = ['warehouse sync', 'warehouse verify', 'warehouse backfill']

let console: TestConsole
let directory: string
const tokens: Record<string, string> = {}

test.beforeAll(async ({ testDatabase }) => {
  directory = mkdtempSync(join(tmpdir(), 'signalpost-remote-'))
  console = await startTestConsole({ databaseUrl: testDatabase.url })
  for (const role of ['viewer', 'member', 'admin'] as const) {
    tokens[role] = await console.logInCommandLine(await console.addPerson({ org_one: role }))
  }
})

afterAll(async () => {
  await console.stop()
  rmSync(directory, { recursive: true })
})

beforeEach(() => console.database.deleteFrom('rate_windows').execute())

/** Knows no database, no key and no data directory of the console. */
async function callRemotely(role: string, words: string[]) {
  const call = cliInProcess({
    ...{ SIGNALPOST_URL: console.url, SIGNALPOST_TOKEN: tokens[role] ?? '' },
    ...{ SIGNALPOST_DATA_DIR: directory, HOME: directory },
  })
  return read(await call([...words, '--json']))
}

async function callLocally(words: string[]) {
  const call = cliInProcess({
    ...{ DATABASE_URL: console.databaseUrl, SIGNALPOST_MASTER_KEY: console.masterKey },
    ...{ SIGNALPOST_DATA_DIR: directory, SIGNALPOST_INTAKE_URL: 'http://127.0.0.1:4100' },
  })
  return read(await call([...words, '--json']))
}

function read({ exitCode, stdout, stderr }: { exitCode: number | null; stdout: string; stderr: string }) {
  const json = stdout === '' ? {} : (JSON.parse(stdout) as Json)
  return { exitCode, json, stderr }
}

/** No worker runs here, so no job is waited for. */
const detached = ['delivery replay', 'delivery discard']

async function words(one: Tried): Promise<string[]> {
  const line = await wordsFor(one, console.services, 'org_one')
  return detached.includes(one.path) ? [...line, '--detach'] : line
}

describe('over HTTP', () => {
  test.each(going)('$path answers as at the installation', async (one) => {
    const remote = await callRemotely('admin', await words(one))
    // The platforms are not reached from here, so the only search of a run fails.
    expect(remote).toMatchObject({ exitCode: one.path === 'listener run' ? 1 : 0 })
    if (alone.includes(one.path)) return
    const local = await callLocally(await words(one))
    const missing = membersOf(local.json).filter((name) => !membersOf(remote.json).includes(name))
    expect(missing).toEqual([])
  })

  test.each(acts)('$path leaves one audit row of its person, by the command line', async (one) => {
    const line = await words(one)
    const before = await auditRows()
    await callRemotely('admin', line)
    const written = (await auditRows()).slice(before.length)
    expect(written).toEqual([
      expect.objectContaining({ actor_kind: 'person', via: 'cli', org_id: 'org_one' }),
    ])
  })

  test.each(acts.filter(({ operation }) => demandOf(operation) === 'admin'))(
    '$path is refused to a member',
    async (one) => {
      const line = await words(one)
      const before = await auditRows()
      expect(await callRemotely('member', line)).toMatchObject({ exitCode: 1, json: { code: 'forbidden' } })
      const written = (await auditRows()).slice(before.length)
      expect(written.filter(({ refusal }) => refusal === null)).toEqual([])
    },
  )

  test.each(acts)('$path is refused to a viewer', async (one) => {
    expect(await callRemotely('viewer', await words(one))).toMatchObject({
      exitCode: 1,
      json: { code: 'forbidden' },
    })
  })

  test.each(going.filter(isAboutOne))('$path finds nothing in a foreign workspace', async (one) => {
    const line = (await words(one)).map((word) => (word === 'org_one' ? 'org_two' : word))
    expect(await callRemotely('admin', line)).toMatchObject({ exitCode: 1, json: { code: 'not_found' } })
  })

  test.each(tried.filter(({ path }) => onlyAtTheInstallation.includes(path)))(
    '$path says that it works only at the installation',
    async (one) => {
      const { exitCode, stderr } = await callRemotely('admin', await words(one))
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringMatching(/^error: [a-z -]+ works only where Signalpost is installed\..*\n$/),
      ])
    },
  )
})

describe('a person with roles in several workspaces', () => {
  let foreign: string

  test.beforeAll(async () => {
    tokens.several = await console.logInCommandLine(
      await console.addPerson({ org_one: 'admin', org_two: 'admin' }),
    )
    tokens.one = await console.logInCommandLine(await console.addPerson({ org_one: 'admin' }))
    foreign = await ruleOf('org_two')
  })

  const ruleOf = async (orgId: string) => {
    const create = ['rule', 'create', '--name', 'Mine', '--channel', 'all', '--workspace', orgId]
    return String((await callLocally(create)).json.ruleId)
  }

  test('names a thing by its id alone', async () => {
    for (const [orgId, id] of Object.entries({ org_one: await ruleOf('org_one'), org_two: foreign })) {
      expect(await callRemotely('several', ['rule', 'disable', id])).toMatchObject({
        exitCode: 0,
        json: { ruleId: id, orgId, enabled: false },
      })
    }
  })

  test('is asked for the workspace where no id says it', async () => {
    const { exitCode, stderr } = await callRemotely('several', ['rule', 'list'])
    expect([exitCode, stderr]).toEqual([
      2,
      'error: --workspace is needed: you have a role in org_one, org_two\n',
    ])
  })

  test.each(['several', 'one'])(
    '%s learns nothing of a thing in a workspace without a role',
    async (role) => {
      const before = await auditRows()
      const missing = await callRemotely(role, ['rule', 'disable', 'rul_missing'])
      expect(missing).toMatchObject({ exitCode: 1, json: { code: 'not_found' } })
      if (role === 'one') expect(await callRemotely(role, ['rule', 'disable', foreign])).toEqual(missing)
      expect(await auditRows()).toEqual(before)
    },
  )

  test('is found nothing of elsewhere by the console', async () => {
    const ask = async (role: string) => {
      const answer = await fetch(`${console.url}/console/api/workspace-of?noun=rule&id=${foreign}`, {
        headers: { authorization: `Bearer ${tokens[role]}` },
      })
      return answer.json()
    }
    expect(await ask('several')).toEqual({ orgIds: ['org_two'] })
    expect(await ask('one')).toEqual({ orgIds: [] })
  })
})

/** Reads that commands make by hand, and what their documents lack. */
const reads: [string[], string[]][] = [
  [['listener', 'list'], []],
  [['warehouse', 'list'], []],
  [['warehouse', 'status'], []],
  [['person', 'list'], []],
  [
    ['workspace', 'list'],
    [
      ...['accountIntelligence', 'analysisAllowance', 'createdAt', 'fallbackChannelId', 'mostListeners'],
      ...['mostOpenJobs', 'mostRequestsPerMinute', 'retentionDays'],
    ],
  ],
]

describe('by hand', () => {
  test.beforeAll(async () => {
    await storeSignal(console.database, 'org_one')
    const hook = ['--workspace', 'org_one', '--name', 'Hook', '--url', 'https://example.com/']
    await callLocally(['channel', 'create', 'webhook', ...hook])
    await fetch(`${console.url}/console/api/w/org_one/lists`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Leads' }),
    })
    const { sourceId } = await console.createSource('org_one', 'CRM')
    const events = [{ id: 'evt_1', type: 'ping' }]
    await storeEvents(console.pool, { orgId: 'org_one', sourceId, events })
  })

  test.each(reads)('%s answers as at the installation', async (line, lacks) => {
    const given = line[0] === 'workspace' ? line : [...line, '--workspace', 'org_one']
    const [remote, local] = [await callRemotely('admin', given), await callLocally(given)]
    expect([remote, local]).toMatchObject([{ exitCode: 0 }, { exitCode: 0 }])
    expect(membersOf(local.json)).not.toEqual([])
    const missing = membersOf(local.json).filter((name) => !membersOf(remote.json).includes(name))
    expect(missing.toSorted()).toEqual(lacks)
  })

  test('a list continues at its cursor, also beyond the page of a console', async () => {
    for (let count = 0; count < 105; count += 1) await addRefusal(count)
    const first = await callRemotely('admin', ['audit', 'list', '--act', 'test.many', '--limit', '103'])
    expect(first.json.items).toHaveLength(103)
    const cursor = String(first.json.nextCursor)
    const rest = await callRemotely('admin', ['audit', 'list', '--act', 'test.many', '--cursor', cursor])
    expect(rest.json).toEqual({ items: [expect.anything(), expect.anything()] })
  })

  test('a channel is created and tested at the console', async () => {
    const hook = ['--name', 'Tried', '--url', 'http://127.0.0.1:1/', '--workspace', 'org_one']
    const created = await callRemotely('admin', ['channel', 'create', 'webhook', ...hook])
    expect(created).toMatchObject({
      exitCode: 0,
      json: { kind: 'webhook', name: 'Tried', orgId: 'org_one', secret: expect.any(String) },
    })
    const tested = await callRemotely('member', ['channel', 'test', String(created.json.channelId)])
    expect(tested).toMatchObject({ exitCode: 1, json: { outcome: expect.any(String) } })
  })

  test('a command waits for its job at the console', async () => {
    const listed = (await callRemotely('admin', ['warehouse', 'list'])).json.items as Json[]
    const open = listed.find(({ state }) => state !== 'paused')
    const warehouseId = String(open?.warehouseId)
    // One that waits already takes the next.
    await console.pool.query("update jobs set state = 'stopped', ended_at = now() where state = 'waiting'")
    const waiting = callRemotely('admin', ['warehouse', 'sync', warehouseId])
    // No worker runs here: the job ends as a person stops it.
    const jobIds = async () => {
      const { rows } = await console.pool.query<{ id: string }>(
        `select job_id as id from jobs where state = 'waiting' and input ->> 'warehouseId' = $1`,
        [warehouseId],
      )
      return rows.map(({ id }) => id)
    }
    await expect.poll(jobIds).toHaveLength(1)
    for (const id of await jobIds()) await callRemotely('admin', ['job', 'stop', id])
    expect(await waiting).toMatchObject({ exitCode: 1, json: { code: 'conflict' } })
  })

  test('names are completed from the console, or not at all', async () => {
    const env = { SIGNALPOST_URL: console.url, SIGNALPOST_TOKEN: tokens.admin }
    const complete = () => completeLines(['channel', 'disable', ''], { env })
    // It waits 200 ms for each answer, which a busy machine may take longer for.
    await expect.poll(complete, { timeout: 20_000 }).toContainEqual(expect.stringMatching(/^chn_\w+\tHook$/))
    const away = { SIGNALPOST_URL: 'http://127.0.0.1:1', SIGNALPOST_TOKEN: 'A'.repeat(43) }
    expect(await completeLines(['channel', 'disable', ''], { env: away })).toEqual([])
    expect(await completeLines(['--local', 'channel', 'disa'], { env })).toEqual([
      expect.stringMatching(/^disable\t/),
    ])
  })

  test.each([
    [['rule', 'create', '--name', 'Any', '--channel', 'all'], 'ruleId'],
    [['escalation', 'create', '--name', 'Late', '--step', '5m:'], 'escalationId'],
  ])('%s is previewed as at the installation', async ([noun = '', ...line], id) => {
    const { items } = (await callLocally(['channel', 'list', '--workspace', 'org_one'])).json
    const channelId = String((items as Json[])[0]?.channelId)
    const given = line.map((word) => (word.endsWith(':') ? `${word}${channelId}` : word))
    const { json } = await callLocally([noun, ...given, '--workspace', 'org_one'])
    const preview = [noun, 'preview', String(json[id]), '--since', '7d']
    const [remote, local] = [await callRemotely('member', preview), await callLocally(preview)]
    expect(remote).toEqual(local)
    expect(remote.json.items).toContainEqual(expect.objectContaining({ signalId: 'sig_1' }))
    expect(await callRemotely('viewer', preview)).toMatchObject({ exitCode: 1, json: { code: 'forbidden' } })
  })

  test('requests of channels are rendered at the installation alone', async () => {
    const { exitCode, stderr } = await callRemotely('admin', ['rule', 'preview', 'rul_1', '--render'])
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^error: rule preview --render works only/)])
  })

  test('what is about an installation says so, whatever login there is', async () => {
    const { stderr } = await callRemotely('admin', ['canary', 'status'])
    expect(stderr).toMatch(/^canary status is about the installation of this machine, not about http/)
    // Bad usage is one line.
    const wrong = await callRemotely('admin', ['canary', 'enable', '--every', 'x'])
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringMatching(/^error: --every: [^\n]+\n$/)])
    const sign = ['event', 'sign', '--secret', 'long enough', '--file', import.meta.filename]
    expect(await callRemotely('admin', sign)).toMatchObject({ exitCode: 0, stderr: '' })
  })
})

async function addRefusal(count: number): Promise<void> {
  await console.pool.query(
    `insert into audit_log (audit_id, org_id, actor_kind, actor_id, act, target_type, target_id)
     values ('aud_' || lpad($1::text, 26, '0'), 'org_one', 'system', 'test', 'test.many', 'test', 'one')`,
    [count],
  )
}

/** Of a list, those of its items. */
function membersOf(json: Json): string[] {
  const [item] = Array.isArray(json.items) ? json.items : [json]
  return Object.keys(item ?? {})
}

function demandOf(operation: object): unknown {
  return 'demands' in operation ? operation.demands : undefined
}

async function auditRows(): Promise<Json[]> {
  const { rows } = await console.pool.query<Json>('select * from audit_log order by audit_id')
  return rows
}

test('everyone lists and ends their own sessions, and no one those of others by it', async () => {
  const personId = await console.addPerson({ org_one: 'viewer' })
  const first = await console.logInCommandLine(personId)
  await console.logInCommandLine(personId)
  const as = (token: string | undefined, words: string[]) => {
    tokens.someone = token ?? ''
    return callRemotely('someone', words)
  }
  const { json } = await as(first, ['person', 'sessions', personId])
  const items = json.items as { sessionId: string; kind: string; isThisOne: boolean }[] // the cast: as it is declared
  const [second = '', ...more] = items.flatMap((one) =>
    one.kind === 'cli' && !one.isThisOne ? [one.sessionId] : [],
  )
  expect([items.filter(({ isThisOne }) => isThisOne).length, more]).toEqual([1, []])
  expect(await as(tokens.admin, ['person', 'end-sessions', personId, '--session', second])).toMatchObject({
    exitCode: 1,
    json: {
      message: expect.stringMatching(/^person end-sessions --session for someone else works only where/),
    },
  })
  const endOne = ['person', 'end-sessions', personId, '--session', second]
  expect(await as(first, endOne)).toMatchObject({ exitCode: 0, json: { personId, ended: 1 } })
  expect(await as(first, endOne)).toMatchObject({ exitCode: 1, json: { code: 'not_found' } })
  expect(await as(first, ['person', 'end-sessions', personId])).toMatchObject({
    json: { personId, ended: items.length - 1 },
  })
  const { rows } = await console.pool.query('select from sessions where person_id = $1', [personId])
  expect(rows).toEqual([])
})

test('an admin chooses the channel for problems, and nothing else of the workspace', async () => {
  const update = ['workspace', 'update', 'org_one']
  const { json } = await callRemotely('admin', ['channel', 'list'])
  const [channel] = json.items as Json[] // the cast: as it is declared
  const fallbackChannelId = String(channel?.channelId)
  const choose = [...update, '--fallback-channel', fallbackChannelId]
  expect(await callRemotely('admin', choose)).toMatchObject({
    exitCode: 0,
    json: { orgId: 'org_one', fallbackChannelId },
  })
  expect(await callLocally(['workspace', 'list'])).toMatchObject({
    json: {
      items: expect.arrayContaining([expect.objectContaining({ orgId: 'org_one', fallbackChannelId })]),
    },
  })
  expect(await callRemotely('admin', [...choose, '--name', 'Other'])).toMatchObject({
    json: {
      message: expect.stringMatching(/^workspace update with more than --fallback-channel works only/),
    },
  })
})

test.each([
  ['--operator', 'on'],
  ['--name', 'Ann'],
])('person edit %s is named where HTTP has only roles', async (...option) => {
  expect(await callRemotely('admin', ['person', 'edit', 'usr_1', ...option])).toMatchObject({
    exitCode: 1,
    json: {
      message: expect.stringContaining(`person edit ${option[0]} works only where Signalpost is installed.`),
    },
  })
})
