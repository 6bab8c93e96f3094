import { scopes } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import { routes } from '../routes/routes.ts'
import { type Answer, ask } from '../test-support/check-answer.ts'
import { rawRequest } from '../test-support/raw-request.ts'
import { startTestApi, type TestApi } from '../test-support/start-test-api.ts'

const kibibyte = 1_024
const ratePerMinute = 100
let nowMs = Date.parse('2026-11-20T09:00:00.000Z')
let api: TestApi
let key: string

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({ databaseUrl: testDatabase.url, nowMs: () => nowMs, config: { ratePerMinute } })
})

afterAll(() => api.stop())

beforeEach(async () => {
  nowMs += 60_000
  key = await api.createKey({ scopes })
})

const written = routes.filter(({ body }) => body !== undefined)
const larger: Record<string, number> = { '/v1/pipeline/bulk': 1_024, '/v1/notes': 128 }
const limitOf = (path: string): number => (larger[path] ?? 64) * kibibyte

function send(path: string, text: string, method = 'POST'): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  return ask(`${api.url}${path.replace(/\{\w+\}/, 'any')}`, { method, key, headers, body: text })
}

/** Returns a document of about this many bytes: the beginning, as many items as fit, the end. */
function filled([begin, item, end]: [string, string, string], bytes: number): string {
  const count = Math.floor((bytes - begin.length - end.length) / (item.length + 1))
  return begin + Array.from({ length: count }, () => item).join(',') + end
}

const detailOf = (answer: Answer) => (answer.body as { detail: { path: string; message: string }[] }).detail
const remainingOf = (answer: Answer): number => Number(answer.headers.get('ratelimit-remaining'))

test.each(written)(
  'the limit of a body is held and described for $method $path',
  async ({ path, method, operationId, bodyIsOptional }) => {
    const limit = limitOf(path)
    const verb = method.toUpperCase()
    // Where an empty object suffices, only the record is missing.
    const status = bodyIsOptional === true ? 404 : 400
    expect((await send(path, '{}'.padEnd(limit), verb)).status).toBe(status)
    const refused = await send(path, '{}'.padEnd(limit + 1), verb)
    expect(refused.status).toBe(413)
    expect(refused.body).toMatchObject({ message: `The body is larger than ${limit} bytes.` })
    const { paths } = (await (await fetch(`${api.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { requestBody: { description: string } }>>
    }
    const size = limit < 1_024 * kibibyte ? `${limit / kibibyte} KiB` : '1 MiB'
    expect(paths[path]?.[method]?.requestBody.description, operationId).toContain(size)
  },
)

test('stores the longest note although each of its characters is an escape', async () => {
  await api.storeSignal({ id: 'sig_long' })
  const body = String.raw`\ud83d\ude00`.repeat(10_000)
  const answer = await send('/v1/notes', `{"target":{"type":"signal","id":"sig_long"},"body":"${body}"}`)
  expect(answer.status).toBe(201)
})

describe('a large wrong body', () => {
  const analysis = '{"companyName":"ab","website":"x.example","objective":"find_customers","sources":['

  test('of sources is one issue', async () => {
    const answer = await send('/v1/listeners/analyse-website', filled([analysis, '1', ']}'], 64 * kibibyte))
    expect(answer.status).toBe(400)
    expect(detailOf(answer)).toEqual([{ path: 'sources', message: 'expected at most 14 sources' }])
  })

  test('of deals is one issue', async () => {
    const body = filled(['{"deals":[', '{}', ']}'], 1_024 * kibibyte)
    const answer = await send('/v1/pipeline/bulk', body)
    expect(detailOf(answer)).toEqual([{ path: 'deals', message: 'expected at most 100 deals' }])
  })

  test.each<[string, string, string]>([
    ['unknown members', '/v1/notes', `{${Array.from({ length: 6_000 }, (_, at) => `"m${at}":1`).join()}}`],
    ['U+0000', '/v1/pipeline/bulk', filled(['[', '"\\u0000"', ']'], 1_000 * kibibyte)],
    [
      'wrong members of deals',
      '/v1/pipeline/bulk',
      `{"deals":[${Array(100).fill('{"a":1,"b":1,"c":1,"stage":1,"value":1}').join()}]}`,
    ],
  ])('of %s ends at 100 details', async (_what, path, body) => {
    const answer = await send(path, body)
    expect(answer.status).toBe(400)
    expect(detailOf(answer)).toHaveLength(100)
  })
})

test('the rate of a key pays one request for each 64 KiB that a body begins', async () => {
  expect(remainingOf(await send('/v1/notes', '{}'.padEnd(64 * kibibyte)))).toBe(ratePerMinute - 1)
  expect(remainingOf(await send('/v1/pipeline/bulk', '{}'.padEnd(64 * kibibyte + 1)))).toBe(ratePerMinute - 3)
  expect(remainingOf(await send('/v1/pipeline/bulk', '{}'.padEnd(1_024 * kibibyte)))).toBe(ratePerMinute - 19)
})

test('the rate of a key ends after some large wrong bodies, for this key alone', async () => {
  const other = await api.createKey({ scopes })
  const body = filled(['{"deals":[', '{}', ']}'], 1_024 * kibibyte)
  const statuses: number[] = []
  for (let count = 0; count < 9; count += 1) statuses.push((await send('/v1/pipeline/bulk', body)).status)
  expect(statuses).toEqual([...Array(7).fill(400), 429, 429])
  key = other
  expect((await send('/v1/pipeline/bulk', body)).status).toBe(400)
})

test('the rate of a key pays for what a refused body says that it has', async () => {
  const headers = ['authorization', `Bearer ${key}`, 'content-type', 'application/json']
  const request = { method: 'POST', headers: [...headers, 'content-length', String(5_120 * kibibyte)] }
  const refused = await rawRequest(`${api.url}/v1/notes`, request)
  expect([refused.status, refused.headers['ratelimit-remaining']]).toEqual([413, '20'])
  const again = await rawRequest(`${api.url}/v1/notes`, request)
  expect([again.status, again.headers['ratelimit-remaining']]).toEqual([413, '0'])
  expect((await send('/v1/notes', '{}')).status).toBe(429)
})
