import { scopes } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import fc from 'fast-check'
import { afterAll, expect } from 'vitest'
import type { Route } from './face/define-routes.ts'
import { routes } from './routes/routes.ts'
import { checkAnswer } from './test-support/check-answer.ts'
import { fillWorkspaces, type Ids } from './test-support/fill-workspaces.ts'
import { rawRequest } from './test-support/raw-request.ts'
import { routeCases } from './test-support/route-cases.ts'
import { startTestApi, type TestApi } from './test-support/start-test-api.ts'

let api: TestApi
let key: string
let ours: Ids

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({ databaseUrl: testDatabase.url })
  key = await api.createKey({ scopes })
  ours = (await fillWorkspaces(api)).ours
})

afterAll(() => api.stop())

const awkward = fc.constantFrom(
  '',
  '0',
  '-1',
  '1e9',
  '9007199254740993',
  'true',
  'null',
  'none',
  '\0',
  '\ufeff',
  '\ud800',
  '%00',
  '..',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '{"$gt":""}',
  '12026-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  'x'.repeat(3_000),
  '😀'.repeat(300),
)
const text = fc.oneof(
  awkward,
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('ours', 'n:ours', 'theirs'),
)
const json = fc.oneof(text, fc.jsonValue({ maxDepth: 4 }), fc.double(), fc.bigInt().map(Number))
const printable = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 30,
})

/** Undefined in seven of eight cases, which leaves that part correct. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const mostlyNone = <T>(arbitrary: fc.Arbitrary<T[]>): fc.Arbitrary<T[]> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant<T[]>([]) }, { weight: 1, arbitrary })

const request = fc.record({
  route: fc.constantFrom(...routes),
  id: rarely(text),
  path: rarely(printable),
  method: rarely(fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND')),
  search: mostlyNone(
    fc.array(fc.tuple(fc.nat(20), fc.oneof(text, fc.constantFrom('1', 'reddit', 'new', 'false'))), {
      maxLength: 3,
    }),
  ),
  rawSearch: rarely(printable),
  /** Replaces a member of a correct body. */
  changes: mostlyNone(fc.array(fc.tuple(fc.nat(20), json), { maxLength: 2 })),
  body: rarely(fc.oneof(fc.json(), fc.string(), fc.uint8Array({ maxLength: 40 }))),
  headers: fc.dictionary(
    fc.constantFrom(
      'idempotency-key',
      'x-request-id',
      'accept',
      'content-type',
      'content-encoding',
      'cookie',
      'range',
      'if-none-match',
      'x-forwarded-for',
      'origin',
    ),
    fc.oneof(
      printable,
      fc.constantFrom('application/json; charset=utf-8', 'text/plain', 'gzip', '*', 'a, b'),
    ),
    { maxKeys: 3 },
  ),
})

test('answers whatever comes with what is described, and never with a fault of its own', async () => {
  const seen = new Set<number | undefined>()
  await fc.assert(
    fc.asyncProperty(request, async (given) => {
      const method = given.method ?? given.route.method.toUpperCase()
      const path =
        given.path === undefined ? pathOf(given.route, given.id) : `/v1/${given.path.replaceAll(/[?#]/g, '')}`
      const search = given.rawSearch ?? searchOf(given.route, given.search)
      const body = given.body ?? changedBody(given.route, given.changes)
      const headers = Object.entries({
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
        ...given.headers,
      })
      const answer = await rawRequest(api.url, {
        path: `${path}${search === '' ? '' : `?${search}`}`,
        method,
        headers: headers.flat(),
        body: typeof body === 'string' ? body : Buffer.from(body),
      })
      const isJson = String(answer.headers['content-type']).startsWith('application/json')
      seen.add(answer.status)
      expect(answer.status, answer.text).not.toBe(500)
      checkAnswer(
        {
          status: answer.status ?? 0,
          headers: new Headers(
            Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
          ),
          text: answer.text,
          body: answer.text !== '' && isJson ? JSON.parse(answer.text) : answer.text || undefined,
        },
        { path, method },
      )
    }),
    { numRuns: 200 },
  )
  expect([...seen]).toEqual(expect.arrayContaining([200, 400, 404, 405, 415]))
  expect((await fetch(`${api.url}/readyz`)).status).toBe(200)
})

function pathOf({ path, operationId }: Route, id: string | undefined): string {
  const given = id ?? routeCases[operationId]?.request(ours).id ?? ''
  return path.replace(/\{\w+\}/, encodeURIComponent(given.toWellFormed()))
}

function searchOf(route: Route, parameters: [number, string][]): string {
  const names = [...Object.keys(route.query.shape), 'unknown', 'limit[]', '__proto__']
  return parameters
    .map(([index, value]) => `${names[index % names.length]}=${encodeURIComponent(value.toWellFormed())}`)
    .join('&')
}

function changedBody(route: Route, changes: [number, unknown][]): string {
  const { body } = routeCases[route.operationId]?.request(ours) ?? {}
  if (body === undefined) return ''
  const changed: Record<string, unknown> = structuredClone(body)
  const names = [...Object.keys(changed), 'unknown', '__proto__']
  const entries = changes.map(([index, value]) => [names[index % names.length] ?? '', value] as const)
  return JSON.stringify({ ...changed, ...Object.fromEntries(entries) })
}
