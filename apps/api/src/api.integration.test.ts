import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { describeApi } from './openapi/describe-api.ts'
import { routes } from './routes/routes.ts'
import { ask } from './test-support/check-answer.ts'
import { startTestApi, type TestApi } from './test-support/start-test-api.ts'

let api: TestApi
let key: string

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({ databaseUrl: testDatabase.url })
  key = await api.createKey()
  await api.storeSignal({ id: 'ours' })
})

afterAll(() => api.stop())

describe('every path under /v1', () => {
  test.each(['/v1', '/v1/', '/v1/unknown', '/v1/results/', '/v1/results/a/b', '/v1/Results', '/v1/mcp'])(
    '%s is a 404 for a key and a 401 without one',
    async (path) => {
      expect((await ask(`${api.url}${path}`)).status).toBe(401)
      const answer = await ask(`${api.url}${path}`, { key })
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({ message: 'There is nothing here.', code: 'not_found' })
      expect(answer.headers.get('ratelimit-limit')).toBe('10000')
    },
  )
})

describe('outside /v1', () => {
  test.each(['/', '/mcp', '/v2/results', '/V1/results', '/v1results', '/admin', '/openapi.json/', '/.env'])(
    '%s is a 404, key or not',
    async (path) => {
      for (const one of [undefined, key]) {
        const answer = await ask(`${api.url}${path}`, one === undefined ? {} : { key: one })
        expect(answer.status).toBe(404)
        expect(answer.headers.get('ratelimit-limit')).toBeNull()
      }
    },
  )

  test.each(['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs'])(
    '%s needs no key',
    async (path) => {
      const response = await fetch(`${api.url}${path}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect((await fetch(`${api.url}${path}`, { method: 'POST' })).status).toBe(405)
    },
  )

  test('the interface description is the one that answers are held against', async () => {
    const document: unknown = await (await fetch(`${api.url}/openapi.json`)).json()
    expect(document).toEqual(JSON.parse(JSON.stringify(describeApi({ routes }))))
  })

  test('the page of the interface runs scripts of its own origin alone', async () => {
    const response = await fetch(`${api.url}/docs`)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'nonce-[A-Za-z0-9+/]{22}=='; connect-src 'self';/,
    )
    expect(policy).toMatch(/ base-uri 'none'; .* require-trusted-types-for 'script';/)
    expect(await response.text()).toContain('GET /v1/results/{id}')
  })

  test('metrics count answers by route, never by what was asked for', async () => {
    await ask(`${api.url}/v1/results/ours`, { key })
    await ask(`${api.url}/v1/some-path-of-an-attacker`)
    const text = await (await fetch(`${api.url}/metrics`)).text()
    expect(text).toMatch(/signalpost_api_request_seconds_count\{.*route="\/v1\/results\/:id".*status="200"/)
    expect(text).toMatch(/^signalpost_api_refusals_total\{code="not_found",process="api"\} [1-9]/m)
    expect(text).toMatch(/^signalpost_api_refusals_total\{code="rate_limited",process="api"\} \d/m)
    expect(text).not.toContain('attacker')
  })

  test('metrics name the version, the schema and the connections', async () => {
    const text = await (await fetch(`${api.url}/metrics`)).text()
    expect(text).toMatch(/^signalpost_build_info\{version="[^"]+",node="v[^"]+",process="api"\} 1$/m)
    const newest = Number(/signalpost_schema_version\{process="api"\} (\d+)/.exec(text)?.[1])
    expect(newest).toBeGreaterThanOrEqual(47)
    for (const pool of ['own', 'exports']) {
      expect(text).toMatch(
        new RegExp(`signalpost_database_connections\\{pool="${pool}",state="idle",process="api"\\} \\d`),
      )
      expect(text).toContain(`signalpost_database_waiting{pool="${pool}",process="api"} 0`)
    }
  })
})
