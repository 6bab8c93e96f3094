import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { type Sent, startTestRouter, type TestRouter } from '../test-support/start-test-router.ts'
import { maxBodyBytes, thingRoutes } from '../test-support/thing-routes.ts'

let router: TestRouter

test.beforeAll(async ({ testDatabase }) => {
  router = await startTestRouter({
    databaseUrl: testDatabase.url,
    routesOn: (database) => thingRoutes({ database }),
  })
})

afterAll(() => router.stop())

const thing = (name: string): string => JSON.stringify({ name })

describe('the order of checks', () => {
  const tooLarge = Buffer.alloc(maxBodyBytes + 1, 0x20)
  const wrongType = { 'content-type': 'text/plain' }

  const large = { body: tooLarge, headers: wrongType }

  test.each<[string, number, 'none' | 'weak' | 'strong', string, Sent]>([
    ['no key', 401, 'none', '/v1/nothing', { method: 'DELETE', ...large }],
    ['an unknown path', 404, 'weak', '/v1/nothing', { method: 'DELETE', ...large }],
    ['another method', 405, 'weak', '/v1/things/add', { method: 'DELETE', ...large }],
    ['no scope', 403, 'weak', '/v1/things/add', large],
    ['a large body', 413, 'strong', '/v1/things/add?x=1', large],
    ['a wrong type', 415, 'strong', '/v1/things/add?x=1', { body: '{', headers: wrongType }],
    ['no JSON', 400, 'strong', '/v1/things/add?x=1', { body: '{' }],
    ['wrong input', 400, 'strong', '/v1/things/add?x=1', { body: thing('fails') }],
    ['what is missing', 404, 'strong', '/v1/things/add', { body: thing('fails') }],
  ])('%s is reported first, with %i', async (_name, status, by, path, sent) => {
    const keys = { none: 'none', weak: router.weakKey, strong: router.key }
    expect((await router.send(path, { key: keys[by], ...sent })).status).toBe(status)
  })

  test('a path that several routes may mean has all their methods', async () => {
    expect((await router.send('/v1/things/add', { method: 'DELETE' })).headers.get('allow')).toBe(
      'GET, HEAD, PATCH, POST',
    )
    expect((await router.send('/v1/things/other', { method: 'POST' })).headers.get('allow')).toBe(
      'GET, HEAD, PATCH',
    )
    expect((await router.send('/v1/prepared', { method: 'PUT' })).headers.get('allow')).toBe('POST')
  })

  test.each([
    ['scheme and host, as clients of proxies send them', 'http://a/v1/things/add?mode=a', 201],
    ['a scheme in capitals', 'HTTP://a:80/v1/things/add', 201],
    ['a fragment', '/v1/things/add#part', 201],
    ['a slash at the end', '/v1/things/add/', 404],
    ['another case', '/v1/Things/add', 404],
    ['an empty segment', '/v1//add', 404],
    ['nothing after the version', '/v1?mode=a', 404],
  ])('a path with %s, %s, gets %i', async (_name, path, status) => {
    const answer = await router.sendRaw({ path, body: thing('a') })
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  test.each(['/v2/things/add', '/v1x', '/V1/things/add'])(
    '%s is not under /v1 and needs no key',
    async (path) => {
      const answer = await router.send(path, { key: 'none' })
      expect([answer.status, answer.headers.get('ratelimit-limit')]).toEqual([404, null])
    },
  )

  test('what follows /v1 needs a key whether it is served or not', async () => {
    for (const path of ['/v1', '/v1/', '/v1/nothing']) {
      expect((await router.send(path, { key: 'none' })).status).toBe(401)
    }
  })

  test('a word in a path is also an id where the word has no such method', async () => {
    expect((await router.send('/v1/things/add', { method: 'GET' })).body).toEqual({ id: 'add', count: 0 })
    expect((await router.send('/v1/things/add', { method: 'PATCH', body: thing('x') })).body).toMatchObject({
      id: 'add',
    })
  })
})

describe('a body', () => {
  test('of exactly the largest size is taken, one byte more is not', async () => {
    const body = thing('large').padEnd(maxBodyBytes)
    expect((await router.send('/v1/things/add', { body })).status).toBe(201)
    const refused = await router.send('/v1/things/add', { body: `${body} ` })
    expect(refused.status).toBe(413)
    expect(refused.body).toEqual({
      message: 'The body is larger than 1048576 bytes.',
      code: 'body_too_large',
    })
    expect(refused.headers.get('ratelimit-limit')).toBe('10000')
  })

  test.each([true, false])('of 10 MiB is a 413, length declared: %s', async (hasContentLength) => {
    const answer = await router.sendRaw({
      path: '/v1/things/add',
      bytes: 10 * maxBodyBytes,
      hasContentLength,
    })
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain('"code":"body_too_large"')
  })

  test.each<[string, Record<string, string>]>([
    ['text', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['JSON in another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['compressed JSON', { 'content-encoding': 'gzip' }],
    ['JSON that is said to be as it is', { 'content-encoding': 'identity' }],
  ])('of %s is a 415', async (_name, headers) => {
    const answer = await router.send('/v1/things/add', { body: thing('a'), headers })
    expect(answer.status).toBe(415)
    expect(answer.body).toMatchObject({ code: 'unsupported_media_type' })
  })

  test('of +json in UTF-8 is taken', async () => {
    const headers = { 'content-type': 'application/vnd.acme+json; charset=UTF-8' }
    expect((await router.send('/v1/things/add', { body: thing('a'), headers })).status).toBe(201)
  })

  test.each<[string, string | Buffer]>([
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
    const answer = await router.send('/v1/things/add', { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      message: 'The body is not one JSON document in UTF-8 without a byte order mark.',
      code: 'invalid_json',
      detail: [{ path: '', message: 'expected one JSON document in UTF-8 without a byte order mark' }],
    })
  })

  test.each<[string, string, { path: string; message?: string }[]]>([
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
    const answer = await router.send('/v1/things/add', { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      message: 'The request is invalid; detail says where.',
      code: 'invalid_request',
      detail: detail.map((issue) => expect.objectContaining(issue)),
    })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test('counts the last of two equal members', async () => {
    const answer = await router.send('/v1/things/add', { body: '{"name":1,"name":"last"}' })
    expect(answer.body).toMatchObject({ id: 'last' })
  })

  test('is reported with everything else that is wrong', async () => {
    const answer = await router.send('/v1/things/add?mode=b&x=%00', {
      body: '{"name":1}',
      headers: { 'idempotency-key': '' },
    })
    const paths = ['x', 'mode', 'Idempotency-Key', 'name']
    expect(answer.body).toMatchObject({ detail: paths.map((path) => expect.objectContaining({ path })) })
    const patched = await router.send('/v1/things/a%20b', { method: 'PATCH', body: '{}' })
    expect(patched.body).toMatchObject({ detail: [{ path: 'id' }, { path: 'name' }] })
  })

  test('may take longer than its answer', async () => {
    const answer = await router.sendRaw({ path: '/v1/things/add', body: thing('ab'), pauseMs: 1_900 })
    expect(answer).toMatch(/^HTTP\/1\.1 201 /)
  })
})

test('U+0000 in a query is a 400', async () => {
  const answer = await router.send('/v1/things/add?mode=%00', { body: thing('a') })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    detail: [{ path: 'mode', message: 'expected text without U+0000' }],
  })
})
