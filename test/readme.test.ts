import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  createDatabase,
  createSecretBox,
  createSource,
  createWorkspace,
  type Database,
} from '@signalpost/database'
import { migrateQueues } from '@signalpost/queues'
import { generateSecret } from '@signalpost/signatures'
import { createTestDatabase, type TestDatabase } from '@signalpost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProductProcess, type ProductProcess } from './support/product-process.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const directory = mkdtempSync(join(tmpdir(), 'signalpost-readme-'))
const secret = generateSecret()

let testDatabase: TestDatabase
let database: Database
let intake: ProductProcess
let sourceId: string

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  await migrateQueues({ kind: 'postgres', url: testDatabase.url })
  const masterKey = randomBytes(32)
  database = createDatabase({
    url: testDatabase.url,
    applicationName: 'test',
    onConnectionError: () => undefined,
  }).database
  await createWorkspace(database, {
    orgId: 'org_demo',
    name: 'Demo',
    plan: 'demo',
    accountIntelligence: true,
    analysisAllowance: 100,
  })
  const source = {
    orgId: 'org_demo',
    name: 'README',
    scheme: 'service-v1',
    settings: {},
    toleranceSeconds: 300,
    ratePerMinute: null,
    secret,
  }
  sourceId = (await createSource(database, createSecretBox(masterKey), source)).sourceId
  intake = createProductProcess({
    name: 'intake',
    kind: 'intake',
    logPath: join(directory, 'intake.log'),
    env: {
      DATABASE_URL: testDatabase.url,
      SIGNALPOST_MASTER_KEY: masterKey.toString('base64'),
      SIGNALPOST_HOST: '127.0.0.1',
      SIGNALPOST_INTAKE_PORT: '0',
    },
  })
  await intake.start()
})

afterAll(async () => {
  await intake.stop()
  await database.destroy()
  await testDatabase.drop()
  rmSync(directory, { recursive: true })
})

const languages = [
  { language: 'sh', eventId: 'evt_sh', file: 'send.sh', command: ['sh'] },
  { language: 'js', eventId: 'evt_js', file: 'send.cjs', command: ['node'] },
  { language: 'python', eventId: 'evt_py', file: 'send.py', command: ['python3'] },
  { language: 'go', eventId: 'evt_go', file: 'send.go', command: ['go', 'run'] },
  { language: 'ruby', eventId: 'evt_rb', file: 'send.rb', command: ['ruby'] },
]

describe.each(languages)(
  'the example in $language',
  ({ language, eventId, file, command: [program = '', ...options] }) => {
    // Not every machine has every language; the whole check brings them all.
    test.runIf(isInstalled(program))(
      'sends an event that is accepted',
      async () => {
        const path = join(directory, file)
        writeFileSync(path, exampleIn(language))
        const { stdout } = await promisify(execFile)(program, [...options, path], {
          env: {
            ...process.env,
            GOCACHE: join(directory, 'go'),
            HOOK_URL: `http://127.0.0.1:${intake.port()}/hooks/${sourceId}`,
            HOOK_SECRET: secret,
          },
        })
        expect(JSON.parse(stdout)).toEqual({
          status: 'accepted',
          deliveryId: expect.stringMatching(/^dlv_/),
          eventId,
        })
        const kept = await database
          .selectFrom('deliveries')
          .select('type')
          .where('event_id', '=', eventId)
          .execute()
        expect(kept).toEqual([{ type: 'ping' }])
      },
      120_000,
    )
  },
)

test('names every variable that the processes read, and no other', () => {
  const documented = new Set(readme.match(/\b(?:SIGNALPOST_(?!TEST_)[A-Z_]+|DATABASE_URL|REDIS_URL)\b/g))
  const config = readFileSync(new URL('../packages/runtime/src/common-config.ts', import.meta.url), 'utf8')
  const read = new Set(
    config.match(/^ {4}(?:SIGNALPOST_[A-Z_]+|DATABASE_URL|REDIS_URL)(?=:)/gm)?.map((name) => name.trim()),
  )
  expect([...documented].sort()).toEqual([...read].sort())
})

function exampleIn(language: string): string {
  const example = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(readme)?.[1]
  if (example === undefined) throw new Error(`README.md has no example in ${language}.`)
  return example
}

function isInstalled(program: string): boolean {
  return spawnSync(program, [program === 'go' ? 'version' : '--version']).error === undefined
}
