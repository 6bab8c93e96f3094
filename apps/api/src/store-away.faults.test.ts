import { scopes } from '@signalpost/domain'
import { startTcpProxy, type TcpProxy } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { ask } from './test-support/check-answer.ts'
import { sendBody } from './test-support/send-body.ts'
import { startTestApi, type TestApi } from './test-support/start-test-api.ts'

let proxy: TcpProxy
let api: TestApi
let behindProxy: { url: string; stop: () => Promise<void> }
let key: string

test.beforeAll(async ({ testDatabase }) => {
  const proxied = new URL(testDatabase.url)
  proxy = await startTcpProxy(Number(proxied.port))
  proxied.host = `127.0.0.1:${proxy.port}`
  api = await startTestApi({ databaseUrl: testDatabase.url })
  behindProxy = await api.startAnother({ databaseUrl: proxied.href })
  key = await api.createKey({ scopes })
})

afterAll(async () => {
  await proxy.stop()
  await behindProxy.stop()
  await api.stop()
})

test.each([
  [
    'refuses connections',
    () => {
      proxy.refuse()
      proxy.resetAll()
    },
  ],
  ['is silent', () => proxy.blackhole()],
])('answers 503 within 2 s while Postgres %s, and continues afterwards', async (_case, takeAway) => {
  // All at once, so that the pool holds several connections that will go silent.
  const before = Array.from({ length: 6 }, () => ask(`${behindProxy.url}/v1/results`, { key }))
  for (const answer of await Promise.all(before)) expect(answer.status).toBe(200)
  const exportDeals = (by: string) => ask(`${behindProxy.url}/v1/exports/pipeline.csv`, { key: by })
  expect((await exportDeals(key)).status).toBe(200)
  takeAway()
  const read = (by: string) => ask(`${behindProxy.url}/v1/results/some`, { key: by })
  const write = (by: string, headers = {}) =>
    sendBody('POST', `${behindProxy.url}/v1/collections`, { key: by, body: { name: 'Away' }, headers })
  const once = (by: string) => write(by, { 'idempotency-key': 'away' })
  for (const [send, by] of [
    [exportDeals, key],
    [read, key],
    [read, await api.createKey()],
    [write, key],
    [once, key],
  ] as const) {
    const startedMs = performance.now()
    const answer = await send(by)
    expect(performance.now() - startedMs).toBeLessThan(2_000)
    expect(answer.status).toBe(503)
    expect(answer.body).toMatchObject({ code: 'unavailable' })
    expect(answer.headers.get('retry-after')).toBe('1')
  }
  expect((await fetch(`${behindProxy.url}/healthz`)).status).toBe(200)
  const ready = await fetch(`${behindProxy.url}/readyz`)
  expect(ready.status).toBe(503)
  expect(await ready.text()).toMatch(/Not ready: postgres:? /)
  proxy.heal()
  await expect
    .poll(async () => (await ask(`${behindProxy.url}/v1/results`, { key })).status, { timeout: 10_000 })
    .toBe(200)
})
