import { request as httpRequest, type IncomingMessage } from 'node:http'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { ask } from './test-support/check-answer.ts'
import { startTestApi, type TestApi } from './test-support/start-test-api.ts'

const createdAt = '2026-11-20T09:00:00.000Z'
const count = 60_000
let api: TestApi
let key: string
let theirKey: string
let url: string
/** The answers of which nothing has been read yet. */
const responses: IncomingMessage[] = []

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({ databaseUrl: testDatabase.url })
  url = `${api.url}/v1/exports/pipeline.csv`
  key = await api.createKey({ scopes: ['export:read'] })
  theirKey = await api.createKey({ scopes: ['export:read'], orgId: 'org_two' })
  const deal = {
    id: 'deal_0',
    name: 'Say "hi", =1',
    stage: 'won',
    value: { amount: 5, currency: 'EUR' },
    createdAt,
  }
  await api.apply('deal.created', { deal: { ...deal, updatedAt: createdAt } })
  await api.apply('deal.created', { deal: { id: 'theirs', name: 'Theirs', stage: 'new' } }, 'org_two')
})

afterAll(() => api.stop())

test('GET /v1/exports/pipeline.csv shows the deals of the workspace, byte for byte', async () => {
  const answer = await ask(url, { key })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.text).toBe(
    'id,name,accountKey,signalId,stage,value,currency,ownerId,createdAt,updatedAt\r\n' +
      `deal_0,"Say ""hi"", =1",,,won,5,EUR,,${createdAt},${createdAt}\r\n`,
  )
})

test('GET /v1/exports/pipeline.csv filters by stage and by what is open', async () => {
  const linesOf = async (search: string) =>
    (await ask(`${url}?${search}`, { key })).text.split('\r\n').length - 2
  expect(await linesOf('stage=won')).toBe(1)
  expect(await linesOf('stage=new')).toBe(0)
  expect(await linesOf('openOnly=true')).toBe(0)
  expect(await linesOf('openOnly=false&stage=won')).toBe(1)
})

test.each(['stage=open', 'stage=Won', 'openOnly=1', 'openOnly=TRUE', 'stage=won&stage=won', 'limit=1'])(
  'GET /v1/exports/pipeline.csv answers 400 to %s',
  async (search) => {
    expect((await ask(`${url}?${search}`, { key })).body).toMatchObject({ code: 'invalid_request' })
  },
)

test('GET /v1/exports/pipeline.csv answers HEAD as GET, without the lines', async () => {
  const answer = await ask(url, { method: 'HEAD', key })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.text).toBe('')
})

describe('an export of many deals', () => {
  beforeAll(async () => {
    await sql`
      insert into deals (org_id, deal_id, state, stage, created_at)
      select org_id, 'deal_' || number, jsonb_set(state, '{last,document,name}', to_jsonb(${'x'.repeat(200)}::text)),
        stage, created_at
      from deals, generate_series(1, ${count - 1}::int) number
      where org_id = 'org_one'`.execute(api.database)
  })

  afterEach(async () => {
    for (const response of responses.splice(0)) response.destroy()
    await expect.poll(exportsUnderWay).toBe(0)
  })

  test('waits for a slow reader while others are served, and is whole in the end', async () => {
    const response = await open()
    await expect.poll(exportsUnderWay).toBe(1)
    expect((await ask(`${url}?stage=new`, { key: theirKey })).status).toBe(200)
    await expect.poll(exportsUnderWay).toBe(1)
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    const lines = Buffer.concat(chunks).toString().split('\r\n')
    expect(lines).toHaveLength(count + 2)
    expect(lines.at(-1)).toBe('')
  })

  test('gives its connection back when the reader goes away, however often', async () => {
    for (let round = 0; round < 8; round += 1) {
      const response = await open()
      response.destroy()
    }
    await expect.poll(exportsUnderWay).toBe(0)
    expect((await ask(`${url}?stage=new`, { key })).status).toBe(200)
  })

  test('is broken off when its connection to the store is lost', async () => {
    const response = await open()
    await expect.poll(exportsUnderWay).toBe(1)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'signalpost api exports' and datname = current_database()`.execute(
      api.database,
    )
    const read = async (): Promise<void> => {
      for await (const _ of response);
    }
    await expect(read()).rejects.toThrow()
    expect((await ask(`${url}?stage=new`, { key })).status).toBe(200)
  })

  test('answers 503 when too many are under way', async () => {
    await Promise.all([open(), open(), open(), open()])
    const answer = await ask(url, { key })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
  })
})

/** Starts an export and reads nothing of it yet. */
function open(): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { headers: { authorization: `Bearer ${key}` }, agent: false }
    const request = httpRequest(url, options, (response) => {
      responses.push(response)
      resolve(response)
    })
    request.on('error', reject) // irrelevant once there is an answer
    request.end()
  })
}

async function exportsUnderWay(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where application_name = 'signalpost api exports' and datname = current_database() and state = 'active'`.execute(
    api.database,
  )
  return rows[0]?.count ?? -1
}
