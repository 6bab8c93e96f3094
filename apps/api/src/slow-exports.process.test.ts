import { request as httpRequest, type IncomingMessage } from 'node:http'
import { createLogger } from '@signalpost/runtime'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { ask } from './test-support/check-answer.ts'
import { startTestApi, type TestApi } from './test-support/start-test-api.ts'

const deals = 60_000
let api: TestApi
let key: string
let theirKey: string
let url: string
let log = ''

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({
    databaseUrl: testDatabase.url,
    leastPace: { leastBytes: 64 * 1_024, windowMs: 2_000 },
    logger: createLogger({
      name: 'api',
      destination: {
        write: (line) => {
          log += line
        },
      },
    }),
  })
  url = `${api.url}/v1/exports/pipeline.csv`
  key = await api.createKey({ scopes: ['export:read'] })
  theirKey = await api.createKey({ scopes: ['export:read'], orgId: 'org_two' })
  await api.apply('deal.created', { deal: { id: 'deal_0', name: 'x'.repeat(200), stage: 'won' } })
  await api.apply('deal.created', { deal: { id: 'theirs', name: 'Theirs', stage: 'new' } }, 'org_two')
  await sql`
    insert into deals (org_id, deal_id, state, stage, created_at)
    select org_id, 'deal_' || number, state, stage, created_at
    from deals, generate_series(1, ${deals - 1}::int) number where org_id = 'org_one'`.execute(api.database)
})

afterAll(() => api.stop())

test('serves one export of a workspace at a time, and others beside four slow readers of it', async () => {
  const responses = await Promise.all([open(), open(), open(), open()])
  const statuses = responses.map(({ statusCode }) => statusCode).toSorted((a = 0, b = 0) => a - b)
  expect(statuses).toEqual([200, 503, 503, 503])
  for (const { statusCode, headers } of responses) {
    if (statusCode === 503) expect(headers['retry-after']).toBe('1')
  }
  expect((await ask(url, { key: theirKey })).status).toBe(200)
  for (const response of responses) response.destroy()
})

test('cuts a reader off that takes nothing, because it is too slow', async () => {
  const response = await openWhenFree()
  await expect.poll(() => log, { timeout: 60_000 }).toContain('The reader took less than 64 KiB a second.')
  await expect.poll(exportsUnderWay, { timeout: 60_000 }).toBe(0)
  await expect(readAll(response)).rejects.toThrow()
  expect((await ask(`${url}?stage=new`, { key })).status).toBe(200)
})

test('lets a reader that keeps the pace have everything, also with pauses', async () => {
  const response = await openWhenFree()
  let bytes = 0
  let next = 1_024 * 1_024
  for await (const chunk of response) {
    bytes += chunk.length
    if (bytes < next) continue
    next += 1_024 * 1_024
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  expect(response.complete).toBe(true)
  expect(bytes).toBeGreaterThan(deals * 200)
})

/** Starts an export and reads nothing of it yet. */
function open(): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { headers: { authorization: `Bearer ${key}` }, agent: false }
    const request = httpRequest(url, options, resolve)
    request.on('error', reject) // irrelevant once there is an answer
    request.end()
  })
}

/** Does the same once the export before it is over. */
async function openWhenFree(): Promise<IncomingMessage> {
  for (;;) {
    const response = await open()
    if (response.statusCode === 200) return response
    expect(response.statusCode).toBe(503)
    await readAll(response)
  }
}

async function readAll(response: IncomingMessage): Promise<void> {
  for await (const _ of response);
}

async function exportsUnderWay(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where application_name = 'signalpost api exports' and datname = current_database() and state = 'active'`.execute(
    api.database,
  )
  return rows[0]?.count ?? -1
}
