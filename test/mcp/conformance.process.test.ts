import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createWorkspace } from '@signalpost/database/access'
import { scopes } from '@signalpost/domain'
import { compileCache, findFreePort, programOf } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import {
  addPerson,
  allow,
  connect,
  open,
  registerClient,
  take,
} from '../../apps/api/src/test-support/assistant-client.ts'
import { startTestApi, type TestApi } from '../../apps/api/src/test-support/start-test-api.ts'
import { createFixtureServer } from './fixture-server.ts'
import { type Findings, type Forwarder, runSuite, startForwarder } from './run-suite.ts'
import { onProduct, onTransport, type Verdicts } from './verdicts.ts'

/** What an API that serves no assistant spares the memory of. */
const libraries = ['oidc-provider', '@modelcontextprotocol/server']

/** Names what a scenario found only where it should have passed; what is left out fails in its own way. */
function judge(findings: Findings, { leftOut }: Verdicts): Findings {
  return Object.fromEntries(
    Object.entries(findings).map(([name, unpassed]) => {
      if (leftOut[name] === undefined) return [name, unpassed]
      return [name, unpassed.length === 0 ? ['passes now: it is not left out'] : []]
    }),
  )
}

function expected({ passes, leftOut }: Verdicts): Findings {
  return Object.fromEntries([...passes, ...Object.keys(leftOut)].map((name) => [name, []]))
}

const runServer = (url: string, revision: string): Promise<Findings> =>
  runSuite(['server', '--url', `${url}/mcp`, '--requirements', revision, '--timeout', '10000'])

describe('our transport, with the tools that the suite asks for', { timeout: 60_000 }, () => {
  let api: TestApi
  let forwarder: Forwarder
  let persons = 0

  test.beforeAll(async ({ testDatabase }) => {
    forwarder = await startForwarder()
    api = await startTestApi({
      databaseUrl: testDatabase.url,
      orgIds: [],
      assistants: {
        addresses: { apiUrl: forwarder.url, consoleUrl: 'https://console.example' },
        isOurHost: (host) => host === new URL(forwarder.url).host,
        // Each request is another person's, so that the suite stays below what one may ask in a minute.
        findAssistant: async () => {
          persons += 1
          return {
            ...{
              assistantId: `ast_${persons}`,
              personId: `usr_${persons}`,
              orgId: 'org_one',
              role: 'member',
            },
            ...{ scopes: new Set(scopes), policy: 'write' },
          }
        },
        createServer: createFixtureServer,
      },
    })
    Object.assign(forwarder, { token: 'a-token', port: Number(new URL(api.url).port) })
  })

  afterAll(async () => {
    forwarder.stop()
    await api.stop()
  })

  test.for(Object.entries(onTransport))('conforms to %s', async ([revision, verdicts]) => {
    expect(judge(await runServer(forwarder.url, revision), verdicts)).toEqual(expected(verdicts))
  })
})

describe('the product', { timeout: 60_000 }, () => {
  let forwarder: Forwarder
  let child: ChildProcess
  let personId: string
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-modules-'))
  const noted = join(directory, 'modules')

  /** The libraries for assistants among what the process has loaded; a file of the bundle names its sources in its map. */
  const loadedLibraries = (): string[] => {
    const loaded = readFileSync(noted, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('file:'))
    const sources = loaded.flatMap((url) => {
      const map = `${fileURLToPath(url)}.map`
      return existsSync(map) ? JSON.parse(readFileSync(map, 'utf8')).sources.map(String) : [url]
    })
    return libraries.filter((name) => sources.some((source) => source.includes(`/${name}/`)))
  }

  test.beforeAll(async ({ database, testDatabase }) => {
    await createWorkspace(database, {
      ...{ orgId: 'org_one', name: 'One', plan: 'standard', accountIntelligence: true, analysisAllowance: 1 },
    })
    forwarder = await startForwarder()
    forwarder.port = await findFreePort()
    child = spawn(process.execPath, [programOf('api')], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...compileCache,
        DATABASE_URL: testDatabase.url,
        SIGNALPOST_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
        SIGNALPOST_API_PORT: String(forwarder.port),
        SIGNALPOST_HOST: '127.0.0.1',
        SIGNALPOST_PUBLIC_URL: forwarder.url,
        NODE_OPTIONS: `--import ${join(import.meta.dirname, '../support/note-loaded-modules.ts')}`,
        NOTED_MODULES: noted,
        NOTED_PATTERN: `bundle/dist|${libraries.join('|')}`,
      },
    })
    await once(child, 'message')
    personId = await addPerson(database, 'member')
  }, 60_000)

  afterAll(async () => {
    forwarder.stop()
    rmSync(directory, { recursive: true })
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })

  test('loads the libraries for assistants when the first one comes', async () => {
    const paths = ['/.well-known/oauth-protected-resource/mcp', '/mcp', '/v1/results', '/docs']
    for (const path of paths) await fetch(`${forwarder.url}${path}`, { method: 'POST' })
    expect(loadedLibraries()).toEqual([])
    await registerClient(forwarder.url)
    expect(loadedLibraries()).toEqual(['oidc-provider'])
  })

  test.for(Object.entries(onProduct))(
    'conforms to %s where no fixtures are needed',
    async ([revision, verdicts], { database }) => {
      const clientId = await registerClient(forwarder.url)
      const { access_token } = await connect(
        { url: forwarder.url, database },
        { personId, clientId, scopes: [...scopes] },
      )
      forwarder.token = access_token ?? ''
      const found = judge(await runServer(forwarder.url, revision), verdicts)
      expect(loadedLibraries()).toEqual(libraries)
      const needed = Object.keys(expected(verdicts))
      expect(Object.fromEntries(needed.map((name) => [name, found[name]]))).toEqual(expected(verdicts))
    },
  )

  test('is an authorization server that conforms', async ({ database }) => {
    const port = await findFreePort()
    const clientId = await registerClient(forwarder.url, {
      redirect_uris: [`http://127.0.0.1:${port}/callback`],
    })
    const visit = async (address: string): Promise<void> => {
      const begun = await open(forwarder.url, address)
      const { token } = await allow(database, begun.authorizationId, { personId })
      const target = await take(begun, token)
      await fetch(target instanceof URL ? target : '')
    }
    let visiting: Promise<void> | undefined
    const found = await runSuite(
      [
        ...['authorization', '--url', forwarder.url, '--client-id', clientId],
        ...['--resource', `${forwarder.url}/mcp`, '--port', String(port)],
      ],
      {
        onLine: (line) => {
          if (line.startsWith(`${forwarder.url}/oauth/authorize?`)) visiting = visit(line)
        },
      },
    )
    await visiting
    expect(found).toEqual({ 'authorization-server-metadata-endpoint': [], 'authorization-code-grant': [] })
  })
})
