import { randomUUID } from 'node:crypto'
import { pruneAnswers } from '@signalpost/database/access'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import {
  type Answer,
  type Sent,
  startTestRouter,
  type TestRouter,
} from '../test-support/start-test-router.ts'
import { countThings, thingRoutes } from '../test-support/thing-routes.ts'

let router: TestRouter
/** How far the clock is ahead. */
let aheadMs = 0
/** Resumes the things that wait. */
let release: PromiseWithResolvers<void>

test.beforeAll(async ({ testDatabase }) => {
  router = await startTestRouter({
    databaseUrl: testDatabase.url,
    routesOn: (database) => thingRoutes({ database, waits: () => release.promise }),
    nowMs: () => Date.now() + aheadMs,
  })
})

afterAll(() => router.stop())

const thing = (name: string): string => JSON.stringify({ name })
const noted = (name: string): Promise<number> => countThings(router.database, name)

describe.each(['/v1/things/add', '/v1/prepared'])('an Idempotency-Key at %s', (path) => {
  const isPrepared = path === '/v1/prepared'
  const effectOf = (name: string): string => (isPrepared ? `${name}!` : name)
  const once = (idempotencyKey: string, name: string, more: Sent = {}): Promise<Answer> =>
    router.send(path, { body: thing(name), headers: { 'idempotency-key': idempotencyKey }, ...more })

  test('has one effect and one answer, byte for byte', async () => {
    const name = `repeated ${path}`
    const first = await once('repeated', name)
    expect(first.status).toBe(201)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    const second = await once('repeated', name, { body: ` {"name" : ${JSON.stringify(name)}} ` })
    expect(second.status).toBe(201)
    expect(second.text).toBe(first.text)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(await noted(effectOf(name))).toBe(1)
    if (isPrepared) expect(await noted(`prepared-${name}`)).toBe(1)
  })

  test('of another JSON value is a conflict', async () => {
    await once('differs', 'one')
    const answer = await once('differs', 'two')
    expect(answer.status).toBe(409)
    expect(answer.body).toEqual({
      message: 'The Idempotency-Key was used for another request.',
      code: 'conflict',
    })
  })

  test('is each API key its own', async () => {
    const name = `own ${path}`
    await once('own', name)
    await once('own', name, { key: router.otherKey })
    expect(await noted(effectOf(name))).toBe(2)
  })

  test('is free again after a refusal', async () => {
    expect((await once('refused', 'fails')).status).toBe(isPrepared ? 422 : 404)
    expect(await noted(effectOf('fails'))).toBe(0)
    expect((await once('refused', 'other')).status).toBe(201)
  })

  test('of fifty requests at once has one effect and fifty equal answers', async () => {
    const name = `fifty ${path}`
    const answers = await Promise.all(Array.from({ length: 50 }, () => once('fifty', name)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect(answers.filter(({ headers }) => headers.has('idempotency-replayed'))).toHaveLength(49)
    expect(await noted(effectOf(name))).toBe(1)
  })

  test('makes who comes meanwhile wait for the answer', async () => {
    release = Promise.withResolvers()
    const first = once('waiting', 'waits')
    const others = [once('waiting', 'waits'), once('waiting', 'waits')]
    release.resolve()
    const texts = await Promise.all([first, ...others].map(async (answer) => (await answer).text))
    expect(new Set(texts).size).toBe(1)
  })

  test('is free for another body when the request with it is refused', async () => {
    const answers = await Promise.all([once('either', 'fails'), once('either', 'holds')])
    expect(answers.map(({ status }) => status)).toEqual([
      expect.toBeOneOf([isPrepared ? 422 : 404, 409]),
      201,
    ])
  })

  test.each(['', 'ä', 'a\tb', 'x'.repeat(256)])('of %j is a 400', async (idempotencyKey) => {
    const answer = await once(idempotencyKey, 'malformed')
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path: 'Idempotency-Key' }] })
  })

  test('of 255 characters is taken', async () => {
    expect((await once(`a b~${'x'.repeat(251)}`, 'long')).status).toBe(201)
  })

  test('that comes twice is a 400, equal or not', async () => {
    for (const second of ['a', 'b']) {
      const answer = await router.sendRaw({
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
  test('is each path its own, however the path is escaped', async () => {
    const headers = { 'idempotency-key': 'path' }
    const change = (path: string): Promise<Answer> =>
      router.send(path, { method: 'PATCH', body: thing('a'), headers })
    await change('/v1/things/a-b')
    await change('/v1/things/a-c')
    expect((await change('/v1/things/a%2Db')).headers.get('idempotency-replayed')).toBe('true')
    expect(await noted('a-b')).toBe(1)
    expect(await noted('a-c')).toBe(1)
  })

  test('means nothing to GET', async () => {
    const answer = await router.send('/v1/things/a', { method: 'GET', headers: { 'idempotency-key': '' } })
    expect(answer.status).toBe(200)
  })

  test.each([
    ['/v1/things/add', 'this process', () => router.impatient],
    ['/v1/things/add', 'another process', () => router.listener],
    ['/v1/prepared', 'this process', () => router.impatient],
    ['/v1/prepared', 'another process', () => router.listener],
  ])(
    'at %s whose first request takes %s too long is a conflict that says when to come again',
    async (...args) => {
      const [path, , to] = args
      release = Promise.withResolvers()
      const held = await heldKeys()
      const request = { body: thing('waits'), headers: { 'idempotency-key': `too long ${to().port}` } }
      const first = router.send(path, { ...request, to: to() })
      await expect.poll(() => heldKeys()).toBe(held + 1)
      const second = await router.send(path, { ...request, to: router.impatient })
      expect(second.status).toBe(409)
      expect(second.headers.get('retry-after')).toBe('1')
      release.resolve()
      expect((await first).status).toBe(201)
    },
  )

  test.each(['/v1/things/add', '/v1/prepared'])(
    'at %s is waited for in another process too',
    async (path) => {
      release = Promise.withResolvers()
      const before = await noted('waits!')
      const request = { body: thing('waits'), headers: { 'idempotency-key': 'two processes' } }
      const first = router.send(path, { ...request, to: router.impatient })
      await expect.poll(() => heldKeys()).toBe(1)
      const others = [router.send(path, request), router.send(path, request)]
      const differs = router.send(path, { ...request, body: thing('other') })
      release.resolve()
      const texts = await Promise.all([first, ...others].map(async (answer) => (await answer).text))
      expect(new Set(texts).size).toBe(1)
      expect((await differs).status).toBe(409)
      expect(await noted('waits!')).toBe(before + (path === '/v1/prepared' ? 1 : 0))
    },
  )

  test('of a process that died is free when its lease has run out', async () => {
    const request = {
      body: thing('orphaned'),
      headers: { 'idempotency-key': 'orphaned' },
      to: router.impatient,
    }
    const { text } = await router.send('/v1/prepared', request)
    const row = (leased: Date) =>
      router.database
        .updateTable('idempotency_keys')
        .set({ answer: null, answered_at: null, leased_until: leased, token: randomUUID() })
        .where('idempotency_key', '=', 'orphaned')
        .execute()
    await row(new Date(Date.now() + 60_000))
    expect((await router.send('/v1/prepared', request)).status).toBe(409)
    await row(new Date(Date.now() - 1))
    const again = await router.send('/v1/prepared', request)
    expect(again.status).toBe(201)
    expect(again.text).not.toBe(text)
  })

  test('that was taken over meanwhile is not written by who lost it', async () => {
    release = Promise.withResolvers()
    const [before, preparedBefore] = [await noted('waits!'), await noted('prepared-waits')]
    const first = router.send('/v1/prepared', {
      body: thing('waits'),
      headers: { 'idempotency-key': 'lost' },
    })
    await expect.poll(() => noted('prepared-waits')).toBe(preparedBefore + 1)
    await router.database
      .updateTable('idempotency_keys')
      .set({ token: randomUUID() })
      .where('idempotency_key', '=', 'lost')
      .execute()
    release.resolve()
    expect((await first).status).toBe(503)
    expect(await noted('waits!')).toBe(before)
  })

  test('is remembered for 24 hours, and forgotten by who keeps the store', async () => {
    const request = { body: thing('old'), headers: { 'idempotency-key': 'old' } }
    const dayMs = 24 * 60 * 60_000
    const startedMs = Date.now()
    await router.send('/v1/things/add', request)
    aheadMs = dayMs - (Date.now() - startedMs) - 10_000
    expect((await router.send('/v1/things/add', request)).headers.get('idempotency-replayed')).toBe('true')
    aheadMs = dayMs
    expect((await router.send('/v1/things/add', request)).headers.get('idempotency-replayed')).toBeNull()
    expect(await noted('old')).toBe(2)
    aheadMs = 0
    expect(await pruneAnswers(router.database, { nowMs: Date.now() + dayMs })).toBeGreaterThan(0)
    const remembered = await rememberedKeys()
    expect(remembered).toContain('old')
    expect(remembered).not.toContain('repeated')
  })
})

/** Returns how many keys transactions and leases hold. */
async function heldKeys(): Promise<number> {
  const { rows } = await router.pool.query<{ held: number }>(`
    select ((select count(*) from pg_locks join pg_database d on d.oid = database
             where datname = current_database() and locktype = 'advisory' and mode = 'ExclusiveLock')
          + (select count(*) from idempotency_keys where leased_until > now()))::integer as held`)
  return rows[0]?.held ?? 0
}

async function rememberedKeys(): Promise<string[]> {
  const rows = await router.database.selectFrom('idempotency_keys').select('idempotency_key').execute()
  return rows.map((row) => row.idempotency_key)
}
