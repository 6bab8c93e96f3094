import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createSecretBox } from '@signalpost/database'
import { createApiKey, createSource, createWorkspace } from '@signalpost/database/access'
import { migrateQueues } from '@signalpost/queues'
import { commonConfigSchema, fileVariableOf, secretVariables } from '@signalpost/runtime'
import { generateSecret } from '@signalpost/signatures'
import { type MarkdownDocument, readDocuments } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { createProductProcess, type ProductProcess } from './support/product/product-process.ts'

const documents = readDocuments()
const directory = mkdtempSync(join(tmpdir(), 'signalpost-readme-'))
const secret = generateSecret()

let intake: ProductProcess
let api: ProductProcess
let sourceId: string
let apiKey: string

test.beforeAll(async ({ testDatabase, database }) => {
  await migrateQueues({ kind: 'postgres', url: testDatabase.url })
  const masterKey = randomBytes(32)
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
  const key = await createApiKey(database, { orgId: 'org_demo', scopes: ['signals:read'] })
  apiKey = key.apiKey
  const env = {
    DATABASE_URL: testDatabase.url,
    SIGNALPOST_MASTER_KEY: masterKey.toString('base64'),
    SIGNALPOST_HOST: '127.0.0.1',
    SIGNALPOST_INTAKE_PORT: '0',
    SIGNALPOST_API_PORT: '0',
  }
  intake = createProductProcess({
    name: 'intake',
    kind: 'intake',
    logPath: join(directory, 'intake.log'),
    env,
  })
  api = createProductProcess({ name: 'api', kind: 'api', logPath: join(directory, 'api.log'), env })
  await Promise.all([intake.start(), api.start()])
})

afterAll(async () => {
  await Promise.all([intake.stop(), api.stop()])
  rmSync(directory, { recursive: true })
})

const senders = [
  { document: 'README.md', language: 'sh', eventId: 'evt_first', file: 'first.sh', command: ['sh'] },
  { document: 'docs/sending.md', language: 'sh', eventId: 'evt_sh', file: 'send.sh', command: ['sh'] },
  { document: 'docs/sending.md', language: 'js', eventId: 'evt_js', file: 'send.cjs', command: ['node'] },
  {
    document: 'docs/sending.md',
    language: 'python',
    eventId: 'evt_py',
    file: 'send.py',
    command: ['python3'],
  },
  { document: 'docs/sending.md', language: 'go', eventId: 'evt_go', file: 'send.go', command: ['go', 'run'] },
  { document: 'docs/sending.md', language: 'ruby', eventId: 'evt_rb', file: 'send.rb', command: ['ruby'] },
]

describe.each(senders)(
  'the example in $language of $document',
  ({ document, language, eventId, file, command: [program = '', ...options] }) => {
    // Not every machine has every language; the whole check has them all.
    test.runIf(isInstalled(program))(
      'sends an event that is accepted',
      async ({ database }) => {
        const path = join(directory, file)
        writeFileSync(path, exampleIn(document, language))
        const { stdout } = await promisify(execFile)(program, [...options, path], { env: environment() })
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

test('the example in docs/api.md reads a page of signals', async () => {
  const path = join(directory, 'read.sh')
  writeFileSync(path, exampleIn('docs/api.md', 'sh'))
  const { stdout } = await promisify(execFile)('sh', [path], { env: environment() })
  expect(JSON.parse(stdout)).toEqual({ items: [], nextCursor: null })
})

test('docs/configuration.md names every variable that the processes read, and no other', () => {
  // The launcher reads its own before any process runs.
  const [text = ''] = find('docs/configuration.md').text.split('## The launcher')
  const documented = new Set(
    text.match(/\b(?:(?:SIGNALPOST_(?!TEST_)|OTEL_)[A-Z_]+|(?:DATABASE_URL|REDIS_URL)(?:_FILE)?)\b/g),
  )
  const read = Object.keys(commonConfigSchema.shape)
  const twins = secretVariables.map(fileVariableOf)
  expect([...documented].sort()).toEqual([...read, ...twins].sort())
})

function find(path: string): MarkdownDocument {
  const document = documents.find((one) => one.path === path)
  if (document === undefined) throw new Error(`There is no ${path}.`)
  return document
}

function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    GOCACHE: join(directory, 'go'),
    HOOK_URL: `http://127.0.0.1:${intake.port()}/hooks/${sourceId}`,
    HOOK_SECRET: secret,
    API_URL: `http://127.0.0.1:${api.port()}`,
    API_KEY: apiKey,
  }
}

/** Returns the only example of a document in that language. */
function exampleIn(path: string, language: string): string {
  const examples = find(path).blocks.filter((block) => block.language === language)
  expect(examples).toHaveLength(1)
  return examples[0]?.code ?? ''
}

function isInstalled(program: string): boolean {
  return spawnSync(program, [program === 'go' ? 'version' : '--version']).error === undefined
}
