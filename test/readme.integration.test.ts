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
import { generateSecret, standardWebhooks } from '@signalpost/signatures'
import { anyPorts, type MarkdownDocument, readDocuments } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import {
  type VerifyLanguage,
  verifyLanguages,
  verifySample,
} from '../apps/console/src/web/pages/channels/verify-samples.ts'
import { firstEventCommand, languages } from '../apps/console/src/web/pages/sources/sending/first-event.ts'
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
    ...anyPorts,
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
  { document: 'docs/sending.md', language: 'php', eventId: 'evt_php', file: 'send.php', command: ['php'] },
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

const programs: Record<string, string> = {
  ...{ curl: 'curl', Node: 'node', Python: 'python3', Go: 'go', Ruby: 'ruby', PHP: 'php', Shell: 'openssl' },
}

describe.each(languages.filter((language) => language !== 'Signalpost'))(
  "the console's code in %s",
  (language) => {
    test.runIf(isInstalled(programs[language] ?? ''))(
      'sends a first event that is accepted',
      async () => {
        const event = { orgId: 'org_demo', sourceId, secret, mark: language, at: new Date().toISOString() }
        const intakeUrl = environment().HOOK_URL ?? ''
        const text = firstEventCommand(language, { ...event, intakeUrl })
        const { stdout } = await promisify(execFile)('sh', ['-c', text], { env: environment() })
        expect(JSON.parse(stdout)).toMatchObject({ status: 'accepted', eventId: `evt_first_${language}` })
      },
      120_000,
    )
  },
)

describe.each(verifyLanguages)("the console's code in %s that verifies a webhook", (language) => {
  const body = Buffer.from('{"name":"Zoë 💚"}\n')
  const now = Math.floor(Date.now() / 1_000)
  const sign = (changed: { secret?: string; timestampSeconds?: number }) =>
    standardWebhooks.sign({
      ...{ secret, settings: {}, timestampSeconds: now, body, id: 'msg_1' },
      ...changed,
    })
  const good = sign({})
  const signatures = [sign({ secret: generateSecret() }), good].map((one) => one['webhook-signature'])
  const cases: [string, Record<string, string>, boolean][] = [
    ['a genuine one', good, true],
    ['the second of two signatures', { ...good, 'webhook-signature': signatures.join(' ') }, true],
    ['another secret', sign({ secret: generateSecret() }), false],
    ['an old timestamp', sign({ timestampSeconds: now - 400 }), false],
    ['another id', { ...good, 'webhook-id': 'msg_2' }, false],
  ]
  test.runIf(isInstalled(programs[language] ?? ''))(
    'accepts what is genuine alone',
    async () => {
      const answers = await runVerifier(language, { headers: cases.map(([, headers]) => headers), body })
      expect(answers).toEqual(cases.map(([, , isGenuine]) => isGenuine))
    },
    120_000,
  )
})

/** Calls the code of a language for each request, by as little of its own as it takes. */
async function runVerifier(
  language: VerifyLanguage,
  { headers, body }: { headers: readonly Record<string, string>[]; body: Buffer },
): Promise<boolean[]> {
  const folder = mkdtempSync(join(directory, 'verify-'))
  const file = (name: string, text: string | Buffer): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const code = verifySample(language, secret)
  const bodyPath = file('body', body)
  const input = file('headers.json', JSON.stringify(headers))
  const calls: Record<VerifyLanguage, () => string[]> = {
    Node: () => {
      const module = file('verify.mjs', code)
      const call = `import { readFileSync as read } from 'node:fs'; import { isGenuine } from '${module}'
        const body = read('${bodyPath}')
        console.log(JSON.stringify(JSON.parse(read('${input}')).map((one) => isGenuine(one, body))))`
      return ['node', file('call.mjs', call)]
    },
    Python: () => {
      const call = `import json
body = open("${bodyPath}", "rb").read()
print(json.dumps([is_genuine(one, body) for one in json.load(open("${input}"))]))`
      return ['python3', file('verify.py', `${code}\n${call}`)]
    },
    Go: () => {
      file('receiver.go', code.replace('package receiver', 'package main'))
      file(
        'main.go',
        `package main
import ("encoding/json"; "fmt"; "net/http"; "os")
func main() {
  body, _ := os.ReadFile("${bodyPath}"); text, _ := os.ReadFile("${input}")
  var all []map[string]string; json.Unmarshal(text, &all); answers := []bool{}
  for _, one := range all {
    header := http.Header{}
    for name, value := range one { header.Set(name, value) }
    answers = append(answers, IsGenuine(header, body))
  }
  out, _ := json.Marshal(answers); fmt.Println(string(out))
}`,
      )
      return ['go', 'run', join(folder, 'receiver.go'), join(folder, 'main.go')]
    },
    Ruby: () => {
      const call = `require "json"
puts JSON.generate(JSON.parse(File.read("${input}")).map { |one| genuine?(one, File.binread("${bodyPath}")) })`
      return ['ruby', file('verify.rb', `${code}\n${call}`)]
    },
    PHP: () => {
      const call = `$body = file_get_contents('${bodyPath}');
echo json_encode(array_map(fn ($one) => is_genuine($one, $body), json_decode(file_get_contents('${input}'), true)));`
      return ['php', file('verify.php', `${code}\n${call}`)]
    },
    Shell: () => {
      const call = headers.map((one) => {
        const words = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => `'${one[name]}'`)
        return `if is_genuine ${words.join(' ')} '${bodyPath}'; then echo true; else echo false; fi`
      })
      const lines = [code, `{ ${call.join('; ')}; } | paste -sd, | sed 's/.*/[&]/'`]
      return ['sh', file('verify.sh', lines.join('\n'))]
    },
  }
  const [program = '', ...options] = calls[language]()
  const { stdout } = await promisify(execFile)(program, options, { env: environment() })
  return JSON.parse(stdout)
}

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
  return (
    spawnSync(program, [program === 'go' || program === 'openssl' ? 'version' : '--version']).error ===
    undefined
  )
}
