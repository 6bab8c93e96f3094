import { connect } from 'node:net'
import { createDatabase, type Database } from '@signalpost/database'
import { createApiKey, createRateLimiter, createWorkspace } from '@signalpost/database/access'
import { createSignalReader } from '@signalpost/database/records'
import { defaultCell, scopes } from '@signalpost/domain'
import { createCursors, createRouter, createTurns, createWriteOnce } from '@signalpost/rest'
import {
  createApp,
  createLogger,
  errorHandler,
  type Listener,
  listen,
  noNetworks,
  notFound,
} from '@signalpost/runtime'
import { createAuthenticator } from '../face/callers/authenticate.ts'
import { createAdmission } from '../face/create-admission.ts'
import type { Route } from '../face/define-routes.ts'

export type Sent = {
  to?: Listener
  method?: string
  key?: string
  body?: string | Buffer
  headers?: Record<string, string>
}
export type Answer = { status: number; headers: Headers; text: string; body: Record<string, unknown> }

type RawRequest = {
  path: string
  body?: string
  /** Pads the body with spaces to this length. */
  bytes?: number
  hasContentLength?: boolean
  /** The pause between the header and the body. */
  pauseMs?: number
  /** Lines, each with its line end. */
  headers?: string
}

export type TestRouter = {
  database: Database
  pool: ReturnType<typeof createDatabase>['pool']
  listener: Listener
  /** A second process that waits less long for a request with the same Idempotency-Key. */
  impatient: Listener
  /** Two keys with every scope, and one that may only read. */
  key: string
  otherKey: string
  weakKey: string
  send: (path: string, sent?: Sent) => Promise<Answer>
  /** Sends over a bare socket what fetch would not. Returns the answer's bytes. */
  sendRaw: (request: RawRequest) => Promise<string>
  stop: () => Promise<void>
}

/** Serves a test's own routes in two processes on an empty database. */
export async function startTestRouter({
  databaseUrl,
  routesOn,
  nowMs = Date.now,
}: {
  databaseUrl: string
  routesOn: (database: Database) => readonly Route[]
  nowMs?: () => number
}): Promise<TestRouter> {
  const { database, pool } = createDatabase({
    url: databaseUrl,
    applicationName: 'test',
    statementTimeoutMs: 1_800,
    connectTimeoutMs: 1_500,
    onConnectionError: () => undefined,
  })
  await createWorkspace(database, {
    orgId: 'org_one',
    name: 'One',
    plan: 'standard',
    accountIntelligence: true,
    analysisAllowance: 1,
  })
  const keys = [scopes, scopes, ['signals:read' as const]].map((some) =>
    createApiKey(database, { orgId: 'org_one', scopes: some }),
  )
  const [key = '', otherKey = '', weakKey = ''] = (await Promise.all(keys)).map(({ apiKey }) => apiKey)
  const logger = createLogger({ name: 'api', level: 'silent' })
  const start = async (longestWaitMs: number): Promise<Listener> => {
    const app = createApp()
    app.use(
      '/v1',
      createRouter({
        routes: routesOn(database),
        startup: { hasStarted: () => true },
        observer: () => undefined,
        services: {
          database,
          readSignal: createSignalReader(pool),
          exportPool: pool,
          exportTurns: createTurns(),
          cursors: createCursors(Buffer.alloc(32, 1)),
          writeOnce: createWriteOnce({ database, nowMs, longestWaitMs }),
          analyseWebsite: () => Promise.reject(new Error('no website is read here')),
          ledgerDays: 30,
          nowMs,
        },
        ...createAdmission({
          authenticate: createAuthenticator({
            cell: defaultCell,
            database,
            logger,
            trustedProxies: noNetworks,
            nowMs: Date.now,
          }),
          rateLimiter: createRateLimiter({ database }),
          ratePerMinute: 10_000,
          refusals: { record: () => undefined, close: () => Promise.resolve() },
          workspaceRate: { takeRequest: () => Promise.resolve() },
        }),
      }),
    )
    app.use(notFound)
    app.use(errorHandler({ logger }))
    return listen({ handler: app, host: '127.0.0.1', port: 0 })
  }
  const listener = await start(10_000)
  const impatient = await start(300)
  return {
    database,
    pool,
    listener,
    impatient,
    key,
    otherKey,
    weakKey,
    send: (path, sent) => send(path, { to: listener, key, ...sent }),
    sendRaw: (request) => sendRaw(request, { port: listener.port, key }),
    stop: async () => {
      await impatient.close()
      await listener.close()
      await database.destroy()
    },
  }
}

async function send(
  path: string,
  { to, method = 'POST', key, body, headers = {} }: Sent & { to: Listener; key: string },
): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${to.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  })
  const text = await response.text()
  const { status, headers: answered } = response
  return { status, headers: answered, text, body: text === '' ? {} : JSON.parse(text) }
}

function sendRaw(
  { path, body = '', bytes = body.length, hasContentLength = true, pauseMs = 0, headers = '' }: RawRequest,
  { port, key }: { port: number; key: string },
): Promise<string> {
  const framing = hasContentLength ? `Content-Length: ${bytes}` : 'Transfer-Encoding: chunked'
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${headers}${framing}\r\nConnection: close\r\n\r\n`
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(head)
      const whole = body.padEnd(bytes)
      const payload = hasContentLength ? whole : `${bytes.toString(16)}\r\n${whole}\r\n0\r\n\r\n`
      setTimeout(() => socket.write(payload), pauseMs)
    })
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      received += chunk
    })
    socket.on('error', reject)
    socket.on('end', () => resolve(received))
  })
}
