import { setSourceEnabled } from '@signalpost/database/access'
import { findScheme } from '@signalpost/signatures'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { deliver, jsonType, newEvent, signatureOf } from '../test-support/deliver.ts'
import { openIntake, type TestIntake } from '../test-support/open-intake.ts'
import { openStore, type TestSource, type TestStore } from '../test-support/open-store.ts'
import { type Answer, type Header, sendRequest, visibleParts } from '../test-support/send-request.ts'

const maxBodyBytes = 2_000
const minuteMs = 60_000
/** In the middle of a minute, with a stopped clock: no rate window and no tolerance ends by itself. */
const nowMs = Math.floor(Date.now() / minuteMs) * minuteMs + minuteMs / 2
const nowSeconds = nowMs / 1000

const invalidSignature = '{"message":"The signature is missing or not valid.","code":"signature_invalid"}'

let store: TestStore
let intake: TestIntake
let source: TestSource
let limited: TestSource
let disabled: TestSource
let ended: TestSource
let unusable: TestSource
let unknown: TestSource

test.beforeAll(async ({ testDatabase }) => {
  store = await openStore(testDatabase.url)
  source = await store.addSource()
  limited = await store.addSource({ ratePerMinute: 1 })
  disabled = await store.addSource()
  ended = await store.addSource()
  unusable = await store.addSource()
  unknown = { ...source, sourceId: 'src_00000000000000000000000000' }
  const { database, pool } = store
  await setSourceEnabled(database, { sourceId: disabled.sourceId, enabled: false })
  await pool.query('update source_secrets set valid_until = now() where source_id = $1', [ended.sourceId])
  await pool.query(`update sources set scheme = 'gone' where source_id = $1`, [unusable.sourceId])
  intake = await openIntake(store, { maxBodyBytes, nowMs: () => nowMs })
  expect((await deliver(intake, limited, { atMs: nowMs })).status).toBe(202)
})

afterAll(async () => {
  await intake.stop()
  await store.close()
})

/** Returns an answer's status and the code in its body, in the form of the tables below. */
function verdictOf({ status, body }: Answer): string {
  return `${status} ${String(JSON.parse(body).code)}`
}

/** Returns a signature over the body by our own scheme, with parts replaced. */
function serviceSignature(
  body: string,
  { timestamp = String(nowSeconds), more = '' }: { timestamp?: string; more?: string } = {},
): string {
  const [, value = ''] = signatureOf(source, body, { atMs: nowMs })[0] ?? []
  return value.replace(/^t=\d{10}/, `t=${timestamp}`) + more
}

async function countRequests(): Promise<number> {
  const { rows } = await store.pool.query<{ count: number }>('select count(*)::int as count from requests')
  return rows[0]?.count ?? -1
}

describe('of two things that are wrong, the earlier check answers', () => {
  type Request = {
    source: TestSource
    path: string
    method: string
    type: string
    body: string
    key: TestSource
  }

  /** In the order of the checks: the answer that each requires, and how to violate it. */
  const checks: { name: string; verdict: string; violate: (request: Request) => Partial<Request> }[] = [
    { name: 'path', verdict: '404 not_found', violate: () => ({ path: '/more' }) },
    { name: 'method', verdict: '405 method_not_allowed', violate: () => ({ method: 'PUT' }) },
    { name: 'type', verdict: '415 unsupported_media_type', violate: () => ({ type: 'text/plain' }) },
    {
      name: 'size',
      verdict: '413 body_too_large',
      violate: ({ body }) => ({ body: body.padEnd(maxBodyBytes + 1) }),
    },
    { name: 'signature', verdict: '401 signature_invalid', violate: () => ({ key: disabled }) },
    { name: 'rate', verdict: '429 rate_limited', violate: () => ({ source: limited, key: limited }) },
    {
      name: 'envelope',
      verdict: '400 invalid_event',
      violate: ({ body }) => ({ body: body.replace('"data":{}', '"data":0') }),
    },
    {
      name: 'workspace',
      verdict: '403 forbidden',
      violate: ({ body }) => ({ body: body.replace('org_test', 'org_other') }),
    },
  ]
  const pairs = checks.flatMap((earlier, index) =>
    checks.slice(index + 1).map((later) => ({ earlier, later, title: `${earlier.name}, not ${later.name}` })),
  )

  function send(violations: (typeof checks)[number][]): Promise<Answer> {
    let request: Request = {
      source,
      path: '',
      method: 'POST',
      type: 'application/json',
      body: JSON.stringify(newEvent()),
      key: source,
    }
    // From the last to the first, so a wrong signature stays wrong for a limited source.
    for (const { violate } of violations.toReversed()) request = { ...request, ...violate(request) }
    const { body, key, method, path } = request
    return sendRequest(intake.port, {
      method,
      path: `/hooks/${request.source.sourceId}${path}`,
      headers: [['content-type', request.type], ...signatureOf(key, body, { atMs: nowMs })],
      body,
    })
  }

  test.each(checks)('$name alone: $verdict', async (check) => {
    expect(verdictOf(await send([check]))).toBe(check.verdict)
  })

  test.each(pairs)('$title', async ({ earlier, later }) => {
    expect(verdictOf(await send([earlier, later]))).toBe(earlier.verdict)
  })

  test('and storing comes last', async () => {
    const lock = await store.pool.connect()
    try {
      await lock.query('begin; lock table requests in access exclusive mode')
      for (const check of checks) expect(verdictOf(await send([check]))).toBe(check.verdict)
      expect(verdictOf(await send([]))).toBe('503 unavailable')
    } finally {
      await lock.query('rollback')
      lock.release()
    }
  })

  test('and text that is not JSON is reported before anything in it', async () => {
    const body = JSON.stringify(newEvent({ orgId: 'org_other' })).slice(0, -1)
    expect(verdictOf(await deliver(intake, source, { body, atMs: nowMs }))).toBe('400 invalid_json')
  })
})

describe('what is wrong with path, method, type and size', () => {
  test.each([
    '/',
    '/hooks',
    '/hooks/',
    '/hooks/src_1/',
    '/hooks/src_1/more',
    '//hooks/src_1',
    '/Hooks/src_1',
    '/v1/results',
    '/mcp',
    '/%zz',
    '/hooks%2Fsrc_1',
    '/hooks?source=src_1',
  ])('is a 404 at %s', async (path) => {
    const answer = await deliver(intake, source, { path, atMs: nowMs })
    expect(answer.status).toBe(404)
    expect(JSON.parse(answer.body)).toEqual({ message: 'There is nothing here.', code: 'not_found' })
  })

  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])('is a 405 for %s', async (method) => {
    const answer = await deliver(intake, source, { method, atMs: nowMs })
    expect(verdictOf(answer)).toBe('405 method_not_allowed')
    expect(answer.headers.allow).toBe('POST')
  })

  test('is a 405 without a body for HEAD', async () => {
    const path = `/hooks/${source.sourceId}`
    const answer = await sendRequest(intake.port, { method: 'HEAD', path })
    expect(answer).toMatchObject({ status: 405, body: '', headers: { allow: 'POST' } })
  })

  test.each<[string, Header[]]>([
    ['no content-type', []],
    ['an empty content-type', [['content-type', '']]],
    ['text/plain', [['content-type', 'text/plain']]],
    ['a form', [['content-type', 'application/x-www-form-urlencoded']]],
    ['latin1', [['content-type', 'application/json; charset=iso-8859-1']]],
    ['two types in one header', [['content-type', 'application/json, text/plain']]],
    ['two types in two headers', [jsonType, ['Content-Type', 'text/plain']]],
    ['one type in two headers', [jsonType, ['Content-Type', 'application/json']]],
    ['gzip', [jsonType, ['content-encoding', 'gzip']]],
    ['identity', [jsonType, ['content-encoding', 'identity']]],
    ['an empty content-encoding', [jsonType, ['Content-Encoding', '']]],
    ['two content-encodings', [jsonType, ['content-encoding', 'identity'], ['content-encoding', 'identity']]],
  ])('is a 415 for %s', async (_case, headers) => {
    const body = JSON.stringify(newEvent())
    const path = `/hooks/${source.sourceId}`
    const signed = [...headers, ...signatureOf(source, body, { atMs: nowMs })]
    expect(verdictOf(await sendRequest(intake.port, { path, headers: signed, body }))).toBe(
      '415 unsupported_media_type',
    )
  })

  test.each<[string, { method?: string; headers?: Header[]; body?: string }]>([
    ['a method', { method: 'DELETE' }],
    ['a type', { headers: [['content-type', 'text/plain']] }],
    ['an encoding', { headers: [jsonType, ['content-encoding', 'gzip']] }],
    ['a size', { headers: [jsonType], body: ' '.repeat(maxBodyBytes + 1) }],
  ])('never tells whether there is such a source: %s', async (_case, parts) => {
    const answers = await Promise.all(
      [source, limited, disabled, ended, unusable, unknown].map(({ sourceId }) =>
        sendRequest(intake.port, { path: `/hooks/${sourceId}`, ...parts }),
      ),
    )
    const [first, ...others] = answers.map(visibleParts)
    expect(first?.status).toBeGreaterThanOrEqual(405)
    for (const other of others) expect(other).toEqual(first)
  })
})

test('a request that no valid signature covers is refused with one and the same answer, whatever is wrong and whichever source it names', async () => {
  const body = JSON.stringify(newEvent())
  const good = serviceSignature(body)
  const name = 'x-service-signature'
  const of = (value: string): Header[] => [[name, value]]
  const digest = good.slice(-64)
  const cases: [label: string, to: TestSource, headers: Header[]][] = [
    ['missing', source, []],
    ['empty', source, of('')],
    ['repeated', source, [...of(good), ...of(good)]],
    ['repeated in another case', source, [...of(good), ['X-Service-Signature', good]]],
    ['repeated with another value', source, [...of(good), ...of('t=1,v1=')]],
    ['two values in one header', source, of(`${good}, ${good}`)],
    ['larger than 1,024 bytes', source, of(paddedTo(good, 1_025))],
    [
      'a timestamp with letters behind it',
      source,
      of(serviceSignature(body, { timestamp: `${nowSeconds}abc` })),
    ],
    ['a timestamp with a sign', source, of(good.replace('t=', 't=+'))],
    ['a timestamp of nine digits', source, of(good.replace(/t=\d/, 't='))],
    ['a timestamp in milliseconds', source, of(serviceSignature(body, { timestamp: `${nowMs}` }))],
    ['no timestamp', source, of(`v1=${digest}`)],
    ['the timestamp behind', source, of(`v1=${digest},t=${nowSeconds}`)],
    ['an empty digest', source, of(`t=${nowSeconds},v1=`)],
    ['the beginning of the digest', source, of(good.slice(0, -2))],
    ['the digest and more', source, of(`${good}00`)],
    ['the digest in capitals', source, of(good.replace(digest, digest.toUpperCase()))],
    ['the digest of another kind', source, of(good.replace('v1=', 'v0='))],
    ['five digests', source, of(good + `,v1=${digest}`.repeat(4))],
    ['a space', source, of(good.replace(',', ', '))],
    ['a wrong digest', source, of(good.replace(/.$/, (last) => (last === '0' ? '1' : '0')))],
    ['another body', source, of(serviceSignature(`${body} `))],
    ['another timestamp', source, of(serviceSignature(body, { timestamp: String(nowSeconds - 1) }))],
    ['another secret', source, signatureOf(disabled, body, { atMs: nowMs })],
    ['another scheme', source, signatureOf({ ...source, scheme: github() }, body, { atMs: nowMs })],
    ['a secret of another source', limited, of(good)],
    ['no such source', unknown, of(good)],
    ['no such source, and no signature', unknown, []],
    [
      'no such source, and a stale signature',
      unknown,
      of(serviceSignature(body, { timestamp: '1767225600' })),
    ],
    ['a disabled source', disabled, signatureOf(disabled, body, { atMs: nowMs })],
    [
      'a disabled source, and a stale signature',
      disabled,
      signatureOf(disabled, body, { atMs: 1_767_225_600_000 }),
    ],
    ['a source whose secret ended', ended, signatureOf(ended, body, { atMs: nowMs })],
    ['a source that cannot be used', unusable, signatureOf(unusable, body, { atMs: nowMs })],
    ['a name that no source has', { ...source, sourceId: '%00' }, of(good)],
    ['a name of an object member', { ...source, sourceId: '__proto__' }, of(good)],
  ]
  const before = await countRequests()
  for (const [label, to, headers] of cases) {
    const parts = { path: `/hooks/${to.sourceId}`, headers: [jsonType, ...headers], body }
    const answer = visibleParts(await sendRequest(intake.port, parts))
    expect(answer, label).toEqual({
      status: 401,
      body: invalidSignature,
      headerNames: ['x-request-id', 'cache-control', 'content-type', 'content-length', 'Date', 'Connection'],
      headers: {
        'x-request-id': 'any',
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(invalidSignature.length),
        date: 'any',
        connection: 'close',
      },
    })
  }
  expect(await countRequests()).toBe(before)
})

test('a request that no valid signature covers is counted by its reason in the metrics', async () => {
  const name = 'signalpost_requests_refused_total'
  const refused = (reason: string) => intake.metric(name, { reason })
  const all = await intake.metric(name)
  const reasons = ['missing', 'mismatch', 'unknown_source', 'disabled', 'no_secret']
  const before = await Promise.all(reasons.map(refused))
  const body = JSON.stringify(newEvent())
  await deliver(intake, source, { headers: [jsonType], atMs: nowMs })
  await deliver(intake, source, { headers: [jsonType, ...signatureOf(disabled, body, { atMs: nowMs })] })
  for (const one of [unknown, disabled, ended]) await deliver(intake, one, { atMs: nowMs })
  const after = await Promise.all(reasons.map(refused))
  expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 1, 1, 1])
  expect(await intake.metric(name)).toBe(all + 5)
})

describe('a signature of our own scheme', () => {
  test('may have 1,024 bytes', async () => {
    const body = JSON.stringify(newEvent())
    const value = paddedTo(serviceSignature(body), 1_024)
    expect(value).toHaveLength(1_024)
    const headers: Header[] = [jsonType, ['x-service-signature', value]]
    expect((await deliver(intake, source, { body, headers })).status).toBe(202)
  })

  test('is genuine when one of four digests is', async () => {
    const body = JSON.stringify(newEvent())
    const others = ['a', 'b', 'c'].map((letter) => `,v1=${letter.repeat(64)}`).join('')
    const value = serviceSignature(body).replace(',', `${others},`)
    const headers: Header[] = [jsonType, ['X-Service-Signature', value]]
    expect((await deliver(intake, source, { body, headers })).status).toBe(202)
  })

  test.each([
    [-301, '401 signature_stale'],
    [-300, '202 undefined'],
    [300, '202 undefined'],
    [301, '401 signature_stale'],
  ])('%i s from the clock is %s', async (seconds, verdict) => {
    const answer = await deliver(intake, source, { atMs: nowMs + seconds * 1000 })
    expect(verdictOf(answer)).toBe(verdict)
    if (answer.status !== 401) return
    expect(answer.body).toBe('{"message":"The signature is too old or too new.","code":"signature_stale"}')
  })

  test('is not stale when its digest is wrong', async () => {
    const body = JSON.stringify(newEvent())
    const headers = [jsonType, ...signatureOf(disabled, body, { atMs: nowMs - 1_000_000 })]
    expect(verdictOf(await deliver(intake, source, { body, headers }))).toBe('401 signature_invalid')
  })

  test('covers every byte as it was sent', async () => {
    const sent = Buffer.from('7b2261223a22ff227d', 'hex')
    const other = Buffer.from('7b2261223a22fe227d', 'hex')
    const headers = [jsonType, ...signatureOf(source, sent, { atMs: nowMs })]
    expect(verdictOf(await deliver(intake, source, { body: sent, headers }))).toBe('400 invalid_json')
    expect(verdictOf(await deliver(intake, source, { body: other, headers }))).toBe('401 signature_invalid')
  })

  test('does not cover the same JSON in other bytes', async () => {
    const event = newEvent()
    const headers = [jsonType, ...signatureOf(source, JSON.stringify(event), { atMs: nowMs })]
    const body = JSON.stringify(event, null, 1)
    expect(verdictOf(await deliver(intake, source, { body, headers }))).toBe('401 signature_invalid')
  })
})

test('a verified request that is refused gets all of its issues, at most 100, and never what it sent', async () => {
  const bad = { ...newEvent(), id: 'do not echo', data: 'do-not-echo', orgId: 'org_do_not_echo' }
  const body = JSON.stringify([newEvent(), bad, { type: 'do-not-echo' }])
  const answer = await deliver(intake, source, { body, atMs: nowMs })
  expect(verdictOf(answer)).toBe('400 invalid_event')
  expect(answer.body).not.toMatch(/do.not.echo/)
  expect(JSON.parse(answer.body).detail.map(({ path }: { path: string }) => path)).toEqual([
    '1.id',
    '1.data',
    '2.id',
    '2.occurredAt',
    '2.orgId',
    '2.data',
  ])
  const many = JSON.stringify(Array.from({ length: 300 }, () => 0))
  const refused = await deliver(intake, source, { body: many, atMs: nowMs })
  expect(JSON.parse(refused.body).detail).toHaveLength(100)
})

test('a verified request that is refused has detail for a 400 of an envelope alone', async () => {
  const answers = [
    await deliver(intake, source, { body: '{', atMs: nowMs }),
    await deliver(intake, source, { body: JSON.stringify(newEvent({ orgId: 'org_other' })), atMs: nowMs }),
    await deliver(intake, limited, { atMs: nowMs }),
  ]
  for (const { body } of answers) expect(Object.keys(JSON.parse(body))).toEqual(['message', 'code'])
})

test('a verified request that is refused is stored neither in part nor as a whole', async () => {
  const before = await countRequests()
  const bodies = ['{', '{}', [newEvent(), 1], [newEvent(), newEvent({ orgId: 'org_other' })], []]
  for (const body of bodies) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    expect((await deliver(intake, source, { body: text, atMs: nowMs })).status).toBeGreaterThanOrEqual(400)
  }
  expect(await countRequests()).toBe(before)
})

test('ignores what stands behind the question mark', async () => {
  const path = `/hooks/${source.sourceId}?signature=x&/hooks/other#y`
  expect((await deliver(intake, source, { path, atMs: nowMs })).status).toBe(202)
})

test('takes the address as a proxy would be given it', async () => {
  const path = `http://intake.example/hooks/${source.sourceId}`
  expect((await deliver(intake, source, { path, atMs: nowMs })).status).toBe(202)
})

/** Appends items with other names, which are ignored: eight items in all, the most allowed. */
function paddedTo(signature: string, bytes: number): string {
  const padded = signature + `,${'n'.repeat(16)}=${'a'.repeat(128)}`.repeat(6)
  return `${padded},x=${'a'.repeat(bytes - padded.length - 3)}`
}

function github(): TestSource['scheme'] {
  const scheme = findScheme('github')
  if (scheme === undefined) throw new Error('no scheme github')
  return scheme
}
