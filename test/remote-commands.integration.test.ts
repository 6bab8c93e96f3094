import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import { cliInProcess } from '../apps/cli/src/test-support/call-in-process.ts'
import {
  isAboutOne,
  isAct,
  type Tried,
  tried,
  wordsFor,
} from '../apps/cli/src/test-support/operation-words.ts'
import { startTestConsole, type TestConsole } from '../apps/console/src/test-support/start-test-console.ts'

type Json = Record<string, unknown>

/** What HTTP does not offer. */
const onlyAtTheInstallation = [
  ...['channel rotate', 'channel addresses', 'connection list', 'connection budget', 'job list'],
  ...['person disable', 'person enable', 'person free-address'],
]

/** Members that the documents of a console lack. */
const lacking: Record<string, string[]> = {
  ...Object.fromEntries(['rule create', 'rule edit', 'rule move'].map((path) => [path, ['warnings']])),
  ...Object.fromEntries(
    ['enable', 'disable', 'pause', 'resume'].map((verb) => [`channel ${verb}`, ['settings']]),
  ),
  'channel lift': ['since', 'until'],
  'job show': ['result'],
  'message replay': ['channelId'],
  'connection create': ['createdAt', 'platform'],
  'connection delete': ['baseUrl', 'budget', 'createdAt', 'platform'],
  'view create': ['createdBy'],
  'view list': ['createdBy'],
  'view delete': ['createdBy'],
  'invitation revoke': [
    ...['createdAt', 'email', 'endsAt', 'invitedBy', 'isOperator', 'logsIn', 'revokedAt', 'role'],
    ...['usedAt', 'usedBy'],
  ],
  ...Object.fromEntries(
    ['pause', 'resume'].map((verb) => [
      `warehouse ${verb}`,
      [
        ...['createdAt', 'excludesPersonal', 'failingSince', 'hasBounds', 'hashesPersonal', 'intervalMs'],
        ...['kind', 'lastError', 'lastSyncAt', 'location', 'name', 'settings', 'tables'],
      ],
    ]),
  ),
}

const going = tried.filter(
  ({ path }) => !onlyAtTheInstallation.includes(path) && path !== 'key rotate-master',
)
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

const words = (one: Tried) => wordsFor(one, console.services, 'org_one')

describe('over HTTP', () => {
  test.each(going)('$path answers as at the installation', async (one) => {
    const remote = await callRemotely('admin', await words(one))
    expect(remote).toMatchObject({ exitCode: 0 })
    if (alone.includes(one.path)) return
    const local = await callLocally(await words(one))
    const missing = membersOf(local.json).filter((name) => !membersOf(remote.json).includes(name))
    expect(missing.toSorted()).toEqual((lacking[one.path] ?? []).toSorted())
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
