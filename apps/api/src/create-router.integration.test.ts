import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import {
  createApiKey,
  createDatabase,
  createRateLimiter,
  createWorkspace,
  type Database,
  forgetAnswers,
} from '@signalpost/database'
import { idSchema, RejectedError, scopes } from '@signalpost/domain'
import { createApp, createLogger, errorHandler, type Listener, listen, notFound } from '@signalpost/runtime'
import { createTestDatabase, type TestDatabase } from '@signalpost/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAuthenticator } from './authenticate.ts'
import { createRouter } from './create-router.ts'
import { createCursors } from './cursors.ts'
import { defineRoute, type Route } from './define-route.ts'
import { defineStreamRoute } from './define-stream-route.ts'
import { defineWrite } from './define-write.ts'
import { maxBodyBytes } from './read-json-body.ts'
import { createWriteOnce, type WriteOnce } from './write-once.ts'

let testDatabase: TestDatabase
let opened: ReturnType<typeof createDatabase>
let database: Database
let listener: Listener
/** A second process that waits less long for a request of the same key. */
let impatient: Listener
/** How far the clock was moved. */
let aheadMs = 0
let url: string
let key: string
let otherKey: string
let weakKey: string
/** Lets the route that waits go on. */
let release: PromiseWithResolvers<void>
let streamsEnded = 0
let linesRead = 0

const described = { summary: 's', description: 'd', params: z.object({}), query: z.object({}), errors: [] }
const storedSchema = z.object({ id: z.string(), count: z.int() })
const success = { status: 201, description: 'd', schema: storedSchema, example: { id: 'a', count: 1 } }
const bodySchema = z.strictObject({
  name: z.string(),
  at: z.number().optional(),
  deep: z.strictObject({ name: z.string() }).optional(),
})

const routes: Route[] = [
  defineRoute({
    ...described,
    operationId: 'getThing',
    method: 'get',
    path: '/v1/things/{id}',
    scope: 'signals:read',
    params: z.object({ id: idSchema }),
    success: { ...success, status: 200 },
    handle: async (_services, { params }) => ({ id: params.id, count: 0 }),
  }),
  defineWrite({
    ...described,
    operationId: 'changeThing',
    method: 'patch',
    path: '/v1/things/{id}',
    scope: 'pipeline:write',
    params: z.object({ id: idSchema }),
    body: { schema: bodySchema, example: { name: 'a' } },
    success: { ...success, status: 200 },
    write: async ({ transaction }, { params }) => ({
      id: params.id,
      count: await note(transaction, params.id),
    }),
  }),
  defineWrite({
    ...described,
    operationId: 'addThing',
    method: 'post',
    path: '/v1/things/add',
    scope: 'pipeline:write',
    query: z.object({ mode: z.enum(['a']).optional() }),
    body: { schema: bodySchema, example: { name: 'a' } },
    success,
    write: async ({ transaction }, { body }) => {
      const count = await note(transaction, body.name)
      if (body.name === 'waits') await release.promise
      if (body.name === 'fails') throw new RejectedError('not_found', 'There is no such thing.')
      return { id: body.name, count }
    },
  }),
  defineWrite({
    ...described,
    operationId: 'prepareThing',
    method: 'post',
    path: '/v1/prepared',
    scope: 'pipeline:write',
    timeoutMs: 20_000,
    body: { schema: bodySchema, example: { name: 'a' } },
    success,
    prepare: async ({ signal }, { body }) => {
      expect(signal.aborted).toBe(false)
      await note(database, `prepared-${body.name}`)
      if (body.name === 'waits') await release.promise
      if (body.name === 'fails') throw new RejectedError('website_unreadable', 'It cannot be read.')
      return `${body.name}!`
    },
    write: async ({ transaction }, _input, prepared) => ({
      id: prepared,
      count: await note(transaction, prepared),
    }),
  }),
  defineStreamRoute({
    ...described,
    operationId: 'streamThings',
    method: 'get',
    path: '/v1/stream.csv',
    scope: 'export:read',
    query: z.object({ kind: z.enum(['short', 'endless', 'broken']) }),
    success: {
      status: 200,
      description: 'd',
      contentType: 'text/csv',
      headers: { 'x-kind': 'lines' },
      example: 'a',
    },
    handle: async (_services, { query }) => Readable.from(lines(query.kind), { objectMode: false }),
  }),
]

async function* lines(kind: string): AsyncIterable<string> {
  try {
    for (linesRead = 0; kind !== 'short' || linesRead < 3; linesRead += 1) {
      if (kind === 'broken' && linesRead === 2) throw new Error('The cursor is gone.')
      yield kind === 'endless' ? 'x'.repeat(65_536) : `${linesRead}\r\n`
    }
  } finally {
    streamsEnded += 1
  }
}

/** Writes a row that can be counted, and answers how many of that name there are. */
async function note(to: Database, name: string): Promise<number> {
  const row = { source_id: 'src_1', at: new Date(), reason: name, bytes: 1, address: '' }
  await to.insertInto('source_rejections').values(row).execute()
  return noted(name, to)
}

async function noted(name: string, from: Database = database): Promise<number> {
  const rows = await from.selectFrom('source_rejections').select('at').where('reason', '=', name).execute()
  return rows.length
}

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  opened = createDatabase({
    url: testDatabase.url,
    applicationName: 'test',
    statementTimeoutMs: 1_800,
    connectTimeoutMs: 1_500,
    onConnectionError: () => undefined,
  })
  database = opened.database
  await createWorkspace(database, {
    orgId: 'org_one',
    name: 'One',
    plan: 'standard',
    accountIntelligence: true,
    analysisAllowance: 1,
  })
  const source = {
    source_id: 'src_1',
    org_id: 'org_one',
    name: 'a',
    scheme: 'service-v1',
    tolerance_seconds: 300,
  }
  await database
    .insertInto('sources')
    .values({ ...source, settings: '{}', rate_per_minute: null })
    .execute()
  const keys = [scopes, scopes, ['signals:read' as const]].map((some) =>
    createApiKey(database, { orgId: 'org_one', scopes: some }),
  )
  ;[key = '', otherKey = '', weakKey = ''] = (await Promise.all(keys)).map(({ apiKey }) => apiKey)
  const start = async (writeOnce: WriteOnce): Promise<Listener> => {
    const logger = createLogger({ name: 'api', level: 'silent' })
    const app = createApp()
    app.use(
      createRouter({
        routes,
        services: {
          database,
          exportPool: opened.pool,
          cursors: createCursors(Buffer.alloc(32, 1)),
          writeOnce,
          analyseWebsite: () => Promise.reject(new Error('no website is read here')),
          nowMs: Date.now,
        },
        authenticate: createAuthenticator({ database, logger, nowMs: Date.now }),
        rateLimiter: createRateLimiter({ database }),
        ratePerMinute: 10_000,
      }),
    )
    app.use(notFound)
    app.use(errorHandler({ logger }))
    return listen({ handler: app, host: '127.0.0.1', port: 0 })
  }
  const nowMs = (): number => Date.now() + aheadMs
  listener = await start(createWriteOnce({ database, nowMs }))
  impatient = await start(createWriteOnce({ database, nowMs, longestWaitMs: 300 }))
  url = `http://127.0.0.1:${listener.port}`
})

afterAll(async () => {
  await impatient.close()
  await listener.close()
  await database.destroy()
  await testDatabase.drop()
})

type Sent = {
  to?: Listener
  method?: string
  key?: string
  body?: string | Buffer
  headers?: Record<string, string>
}
type Answer = { status: number; headers: Headers; text: string; body: Record<string, unknown> }

async function send(
  path: string,
  { to = listener, method = 'POST', key: by = key, body, headers = {} }: Sent = {},
): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${to.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? {} : JSON.parse(text),
  }
}

const json = (value: unknown): string => JSON.stringify(value)
const thing = (name: string): string => json({ name })

describe('the order of checks', () => {
  const tooLarge = Buffer.alloc(maxBodyBytes + 1, 0x20)
  const wrongType = { 'content-type': 'text/plain' }

  const large = { body: tooLarge, headers: wrongType }

  it.each<[string, number, 'none' | 'weak' | 'strong', string, Sent]>([
    ['no key', 401, 'none', '/v1/nothing', { method: 'DELETE', ...large }],
    ['an unknown path', 404, 'weak', '/v1/nothing', { method: 'DELETE', ...large }],
    ['another method', 405, 'weak', '/v1/things/add', { method: 'DELETE', ...large }],
    ['no scope', 403, 'weak', '/v1/things/add', large],
    ['a large body', 413, 'strong', '/v1/things/add?x=1', large],
    ['a wrong type', 415, 'strong', '/v1/things/add?x=1', { body: '{', headers: wrongType }],
    ['no JSON', 400, 'strong', '/v1/things/add?x=1', { body: '{' }],
    ['wrong input', 400, 'strong', '/v1/things/add?x=1', { body: thing('fails') }],
    ['what is missing', 404, 'strong', '/v1/things/add', { body: thing('fails') }],
  ])('%s is told first, with %i', async (_name, status, by, path, sent) => {
    const keys = { none: 'none', weak: weakKey, strong: key }
    expect((await send(path, { key: keys[by], ...sent })).status).toBe(status)
  })

  it('a path that several routes may mean has all their methods', async () => {
    expect((await send('/v1/things/add', { method: 'DELETE' })).headers.get('allow')).toBe(
      'GET, HEAD, PATCH, POST',
    )
    expect((await send('/v1/things/other', { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD, PATCH')
    expect((await send('/v1/prepared', { method: 'PUT' })).headers.get('allow')).toBe('POST')
  })

  it('a word in a path is also an id where the word has no such method', async () => {
    expect((await send('/v1/things/add', { method: 'GET' })).body).toEqual({ id: 'add', count: 0 })
    expect((await send('/v1/things/add', { method: 'PATCH', body: thing('x') })).body).toMatchObject({
      id: 'add',
    })
  })
})

describe('a body', () => {
  it('of exactly the largest size is taken, one byte more is not', async () => {
    const body = thing('large').padEnd(maxBodyBytes)
    expect((await send('/v1/things/add', { body })).status).toBe(201)
    const refused = await send('/v1/things/add', { body: `${body} ` })
    expect(refused.status).toBe(413)
    expect(refused.body).toEqual({
      message: 'The body is larger than 1048576 bytes.',
      code: 'body_too_large',
    })
    expect(refused.headers.get('ratelimit-limit')).toBe('10000')
  })

  it.each([true, false])('of 10 MiB is a 413, length told: %s', async (isToldLength) => {
    const answer = await sendRaw({ bytes: 10 * maxBodyBytes, isToldLength })
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain('"code":"body_too_large"')
  })

  it.each<[string, Record<string, string>]>([
    ['text', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['JSON in another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['compressed JSON', { 'content-encoding': 'gzip' }],
    ['JSON that is said to be as it is', { 'content-encoding': 'identity' }],
  ])('of %s is a 415', async (_name, headers) => {
    const answer = await send('/v1/things/add', { body: thing('a'), headers })
    expect(answer.status).toBe(415)
    expect(answer.body).toMatchObject({ code: 'unsupported_media_type' })
  })

  it('of +json in UTF-8 is taken', async () => {
    const headers = { 'content-type': 'application/vnd.acme+json; charset=UTF-8' }
    expect((await send('/v1/things/add', { body: thing('a'), headers })).status).toBe(201)
  })

  it.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['white space', ' \n'],
    ['a byte order mark', `\ufeff${thing('a')}`],
    ['bytes that are no UTF-8', Buffer.from('{"name":"\xff"}', 'latin1')],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['two documents', '{}{}'],
    ['a member without quotes', '{name:"a"}'],
    ['what JSON has no word for', '{"name":NaN}'],
    ['half a document', '{"name":"a"'],
    ['levels without end', '['.repeat(maxBodyBytes)],
  ])('of %s is invalid_json', async (_name, body) => {
    const answer = await send('/v1/things/add', { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      message: 'The body is not one JSON document in UTF-8 without a byte order mark.',
      code: 'invalid_json',
    })
  })

  it.each<[string, string, { path: string; message?: string }[]]>([
    ['null', 'null', [{ path: '' }]],
    ['an array', '[]', [{ path: '' }]],
    ['an array for a string', '{"name":["a"]}', [{ path: 'name' }]],
    ['an object for a string', '{"name":{"a":1}}', [{ path: 'name' }]],
    [
      'unknown members, each by its name',
      '{"name":"a","other":1,"deep":{"name":"a","more":1}}',
      [{ path: 'deep.more' }, { path: 'other' }],
    ],
    ['a member whose name is not fit to be shown', '{"name":"a","<b>":1}', [{ path: '' }]],
    ['__proto__', '{"name":"a","__proto__":{"polluted":1}}', [{ path: '' }]],
    ['constructor', '{"name":"a","constructor":{"prototype":{"polluted":1}}}', [{ path: 'constructor' }]],
    ['U+0000', '{"name":"a\\u0000"}', [{ path: 'name' }]],
    ['a lone surrogate', '{"name":"a","deep":{"name":"\\ud800"}}', [{ path: 'deep.name' }]],
    ['U+0000 in a name', '{"name":"a","b\\u0000":1}', [{ path: '' }, { path: '' }]],
    [
      '65 levels',
      `{"name":${'['.repeat(64)}${']'.repeat(64)}}`,
      [{ path: '', message: 'expected at most 64 levels' }],
    ],
    [
      'half a million levels',
      '['.repeat(maxBodyBytes / 2) + ']'.repeat(maxBodyBytes / 2),
      [{ path: '', message: 'expected at most 64 levels' }],
    ],
  ])('of %s is invalid_request', async (_name, body, detail) => {
    const answer = await send('/v1/things/add', { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      message: 'The request is invalid; detail says where.',
      code: 'invalid_request',
      detail: detail.map((issue) => expect.objectContaining(issue)),
    })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it('counts the last of two equal members', async () => {
    const answer = await send('/v1/things/add', { body: '{"name":1,"name":"last"}' })
    expect(answer.body).toMatchObject({ id: 'last' })
  })

  it('is told of with all that is wrong elsewhere', async () => {
    const answer = await send('/v1/things/add?mode=b&x=%00', {
      body: '{"name":1}',
      headers: { 'idempotency-key': '' },
    })
    const paths = ['x', 'mode', 'Idempotency-Key', 'name']
    expect(answer.body).toMatchObject({ detail: paths.map((path) => expect.objectContaining({ path })) })
    const patched = await send('/v1/things/a%20b', { method: 'PATCH', body: '{}' })
    expect(patched.body).toMatchObject({ detail: [{ path: 'id' }, { path: 'name' }] })
  })

  it('may take longer than its answer', async () => {
    const answer = await sendRaw({ body: thing('ab'), pauseMs: 1_900 })
    expect(answer).toMatch(/^HTTP\/1\.1 201 /)
  })
})

describe('U+0000 in a query', () => {
  it('is a 400', async () => {
    const answer = await send('/v1/stream.csv?kind=%00', { method: 'GET' })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      detail: [{ path: 'kind', message: 'expected text without U+0000' }, {}],
    })
  })
})

describe.each(['/v1/things/add', '/v1/prepared'])('an Idempotency-Key at %s', (path) => {
  const isPrepared = path === '/v1/prepared'
  const effectOf = (name: string): string => (isPrepared ? `${name}!` : name)
  const once = (idempotencyKey: string, name: string, more: Sent = {}): Promise<Answer> =>
    send(path, { body: thing(name), headers: { 'idempotency-key': idempotencyKey }, ...more })

  it('has one effect and one answer, byte for byte', async () => {
    const name = `repeated ${path}`
    const first = await once('repeated', name)
    expect(first.status).toBe(201)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    const second = await once('repeated', name, { body: ` {"name" : ${json(name)}} ` })
    expect(second.status).toBe(201)
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(await noted(effectOf(name))).toBe(1)
    if (isPrepared) expect(await noted(`prepared-${name}`)).toBe(1)
  })

  it('of another JSON value is a conflict', async () => {
    await once('differs', 'one')
    const answer = await once('differs', 'two')
    expect(answer.status).toBe(409)
    expect(answer.body).toEqual({
      message: 'The Idempotency-Key was used for another request.',
      code: 'conflict',
    })
  })

  it('is each API key its own', async () => {
    const name = `own ${path}`
    await once('own', name)
    await once('own', name, { key: otherKey })
    expect(await noted(effectOf(name))).toBe(2)
  })

  it('is free again after a refusal', async () => {
    expect((await once('refused', 'fails')).status).toBe(isPrepared ? 422 : 404)
    expect(await noted(effectOf('fails'))).toBe(0)
    expect((await once('refused', 'other')).status).toBe(201)
  })

  it('of fifty requests at once has one effect and fifty equal answers', async () => {
    const name = `fifty ${path}`
    const answers = await Promise.all(Array.from({ length: 50 }, () => once('fifty', name)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect(answers.filter(({ headers }) => headers.has('idempotency-replayed'))).toHaveLength(49)
    expect(await noted(effectOf(name))).toBe(1)
  })

  it('makes who comes meanwhile wait for the answer', async () => {
    release = Promise.withResolvers()
    const first = once('waiting', 'waits')
    const others = [once('waiting', 'waits'), once('waiting', 'waits')]
    release.resolve()
    const texts = await Promise.all([first, ...others].map(async (answer) => (await answer).text))
    expect(new Set(texts).size).toBe(1)
  })

  it.each(['', 'ä', 'a\tb', 'x'.repeat(256)])('of %j is a 400', async (idempotencyKey) => {
    const answer = await once(idempotencyKey, 'malformed')
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path: 'Idempotency-Key' }] })
  })

  it('of 255 characters is taken', async () => {
    expect((await once(`a b~${'x'.repeat(251)}`, 'long')).status).toBe(201)
  })

  it('that comes twice is a 400, equal or not', async () => {
    for (const second of ['a', 'b']) {
      const answer = await sendRaw({
        path,
        body: thing('ab'),
        headers: `Idempotency-Key: a\r\nIdempotency-Key: ${second}\r\n`,
      })
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer).toContain('Idempotency-Key')
    }
  })
})

describe('an Idempotency-Key', () => {
  it('is each path its own, however the path is escaped', async () => {
    const headers = { 'idempotency-key': 'path' }
    const change = (path: string): Promise<Answer> =>
      send(path, { method: 'PATCH', body: thing('a'), headers })
    await change('/v1/things/a-b')
    await change('/v1/things/a-c')
    expect((await change('/v1/things/a%2Db')).headers.get('idempotency-replayed')).toBe('true')
    expect(await noted('a-b')).toBe(1)
    expect(await noted('a-c')).toBe(1)
  })

  it('means nothing to GET', async () => {
    const answer = await send('/v1/things/a', { method: 'GET', headers: { 'idempotency-key': '' } })
    expect(answer.status).toBe(200)
  })

  it.each([
    ['/v1/things/add', 'this process', () => impatient],
    ['/v1/things/add', 'another process', () => listener],
    ['/v1/prepared', 'this process', () => impatient],
    ['/v1/prepared', 'another process', () => listener],
  ])(
    'at %s whose first request takes %s too long is a conflict that says when to come again',
    async (...args) => {
      const [path, , to] = args
      release = Promise.withResolvers()
      const held = await heldKeys()
      const request = { body: thing('waits'), headers: { 'idempotency-key': `too long ${to().port}` } }
      const first = send(path, { ...request, to: to() })
      await expect.poll(() => heldKeys()).toBe(held + 1)
      const second = await send(path, { ...request, to: impatient })
      expect(second.status).toBe(409)
      expect(second.headers.get('retry-after')).toBe('1')
      release.resolve()
      expect((await first).status).toBe(201)
    },
  )

  it.each(['/v1/things/add', '/v1/prepared'])('at %s is waited for in another process too', async (path) => {
    release = Promise.withResolvers()
    const before = await noted('waits!')
    const request = { body: thing('waits'), headers: { 'idempotency-key': 'two processes' } }
    const first = send(path, { ...request, to: impatient })
    await expect.poll(() => heldKeys()).toBe(1)
    const others = [send(path, request), send(path, request)]
    const differs = send(path, { ...request, body: thing('other') })
    release.resolve()
    const texts = await Promise.all([first, ...others].map(async (answer) => (await answer).text))
    expect(new Set(texts).size).toBe(1)
    expect((await differs).status).toBe(409)
    expect(await noted('waits!')).toBe(before + (path === '/v1/prepared' ? 1 : 0))
  })

  it('of a process that died is free when its lease has run out', async () => {
    const request = { body: thing('orphaned'), headers: { 'idempotency-key': 'orphaned' }, to: impatient }
    const { text } = await send('/v1/prepared', request)
    const row = (leased: Date) =>
      database
        .updateTable('idempotency_keys')
        .set({ answer: null, answered_at: null, leased_until: leased, token: randomUUID() })
        .where('idempotency_key', '=', 'orphaned')
        .execute()
    await row(new Date(Date.now() + 60_000))
    expect((await send('/v1/prepared', request)).status).toBe(409)
    await row(new Date(Date.now() - 1))
    const again = await send('/v1/prepared', request)
    expect(again.status).toBe(201)
    expect(again.text).not.toBe(text)
  })

  it('that was taken over meanwhile is not written by who lost it', async () => {
    release = Promise.withResolvers()
    const [before, preparedBefore] = [await noted('waits!'), await noted('prepared-waits')]
    const first = send('/v1/prepared', { body: thing('waits'), headers: { 'idempotency-key': 'lost' } })
    await expect.poll(() => noted('prepared-waits')).toBe(preparedBefore + 1)
    await database
      .updateTable('idempotency_keys')
      .set({ token: randomUUID() })
      .where('idempotency_key', '=', 'lost')
      .execute()
    release.resolve()
    expect((await first).status).toBe(503)
    expect(await noted('waits!')).toBe(before)
  })

  it('is remembered for 24 hours, and forgotten by who keeps the store', async () => {
    const request = { body: thing('old'), headers: { 'idempotency-key': 'old' } }
    const dayMs = 24 * 60 * 60_000
    const startedMs = Date.now()
    await send('/v1/things/add', request)
    aheadMs = dayMs - (Date.now() - startedMs) - 10_000
    expect((await send('/v1/things/add', request)).headers.get('idempotency-replayed')).toBe('true')
    aheadMs = dayMs
    expect((await send('/v1/things/add', request)).headers.get('idempotency-replayed')).toBeNull()
    expect(await noted('old')).toBe(2)
    aheadMs = 0
    expect(await forgetAnswers(database, { nowMs: Date.now() + dayMs })).toBeGreaterThan(0)
    const remembered = await rememberedKeys()
    expect(remembered).toContain('old')
    expect(remembered).not.toContain('repeated')
  })
})

/** How many keys are held by transactions and leases. */
async function heldKeys(): Promise<number> {
  const { rows } = await opened.pool.query<{ held: number }>(`
    select ((select count(*) from pg_locks join pg_database d on d.oid = database
             where datname = current_database() and locktype = 'advisory' and mode = 'ExclusiveLock')
          + (select count(*) from idempotency_keys where leased_until > now()))::integer as held`)
  return rows[0]?.held ?? 0
}

async function rememberedKeys(): Promise<string[]> {
  const rows = await database.selectFrom('idempotency_keys').select('idempotency_key').execute()
  return rows.map((row) => row.idempotency_key)
}

describe('a stream', () => {
  it('has its type and its headers', async () => {
    const response = await fetch(`${url}/v1/stream.csv?kind=short`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('x-kind')).toBe('lines')
    expect(await response.text()).toBe('0\r\n1\r\n2\r\n')
  })

  it('reads no more than its reader takes, and ends when the reader goes', async () => {
    const ended = streamsEnded
    const controller = new AbortController()
    await new Promise<void>((resolve, reject) => {
      const request = httpRequest(
        `${url}/v1/stream.csv?kind=endless`,
        { headers: { authorization: `Bearer ${key}` }, signal: controller.signal },
        (response) => response.once('readable', resolve),
      )
      request.on('error', (error) => (controller.signal.aborted ? undefined : reject(error)))
      request.end()
    })
    let before = -1
    await expect
      .poll(() => {
        const isStill = linesRead === before
        before = linesRead
        return isStill
      })
      .toBe(true)
    expect(linesRead).toBeLessThan(1_000)
    controller.abort()
    await expect.poll(() => streamsEnded).toBe(ended + 1)
  })

  it('breaks off when its source fails, so that nobody takes it for whole', async () => {
    const response = await fetch(`${url}/v1/stream.csv?kind=broken`, {
      headers: { authorization: `Bearer ${key}` },
    })
    await expect(response.text()).rejects.toThrow()
  })

  it('answers HEAD without reading', async () => {
    linesRead = -1
    const response = await fetch(`${url}/v1/stream.csv?kind=endless`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${key}` },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(linesRead).toBe(-1)
  })
})

/** Sends over a bare socket what fetch would not, and answers what came back. */
function sendRaw({
  path = '/v1/things/add',
  body = '',
  bytes = body.length,
  isToldLength = true,
  pauseMs = 0,
  headers = '',
}: {
  path?: string
  bytes?: number
  body?: string
  isToldLength?: boolean
  pauseMs?: number
  headers?: string
}): Promise<string> {
  const framing = isToldLength ? `Content-Length: ${bytes}` : 'Transfer-Encoding: chunked'
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${headers}${framing}\r\nConnection: close\r\n\r\n`
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(listener.port, '127.0.0.1', () => {
      socket.write(head)
      const payload = isToldLength
        ? body.padEnd(bytes)
        : `${bytes.toString(16)}\r\n${body.padEnd(bytes)}\r\n0\r\n\r\n`
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
