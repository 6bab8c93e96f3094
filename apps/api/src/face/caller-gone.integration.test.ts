import { test } from '@signalpost/testing/test'
import { afterAll, beforeEach, expect } from 'vitest'
import { z } from 'zod'
import { startTestRouter, type TestRouter } from '../test-support/start-test-router.ts'
import { defineWrite } from './define-routes.ts'

let router: TestRouter
let working: AbortSignal | undefined
let finish: () => void

const patient = defineWrite({
  operationId: 'patient',
  method: 'post',
  path: '/v1/patient',
  scope: 'pipeline:write',
  summary: 's',
  description: 'd',
  params: z.object({}),
  query: z.object({}),
  body: z.strictObject({}),
  bodyExample: {},
  success: { status: 200, description: 'd', schema: z.object({}), example: {} },
  errors: [],
  timeoutMs: 60_000,
  prepare: async ({ signal }) => {
    working = signal
    await new Promise<void>((resolve) => {
      finish = resolve
    })
  },
  write: () => Promise.resolve({}),
})

test.beforeAll(async ({ testDatabase }) => {
  router = await startTestRouter({ databaseUrl: testDatabase.url, routesOn: () => [patient] })
})

beforeEach(() => {
  working = undefined
})

afterAll(() => router.stop())

/** Sends a request, and leaves as soon as the work has begun. */
async function askAndLeave(headers: Record<string, string> = {}): Promise<void> {
  const abort = new AbortController()
  const asking = fetch(`http://127.0.0.1:${router.listener.port}/v1/patient`, {
    method: 'POST',
    headers: { authorization: `Bearer ${router.key}`, 'content-type': 'application/json', ...headers },
    body: '{}',
    signal: abort.signal,
  })
  await expect.poll(() => working).toBeDefined()
  expect(working?.aborted).toBe(false)
  abort.abort()
  await expect(asking).rejects.toThrow()
}

test('tells long work that its caller has gone', async () => {
  await askAndLeave()
  await expect.poll(() => working?.aborted).toBe(true)
  finish()
})

test('continues work under an Idempotency-Key for a caller that asks again', async () => {
  const headers = { 'idempotency-key': 'again' }
  await askAndLeave(headers)
  const begun = working
  const again = router.send('/v1/patient', { body: '{}', headers })
  finish()
  expect(await again).toMatchObject({ status: 200 })
  expect(working).toBe(begun)
})
