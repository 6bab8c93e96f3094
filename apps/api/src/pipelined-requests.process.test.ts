import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Database } from '@signalpost/database'
import { createApiKey, createWorkspace } from '@signalpost/database/access'
import { compileCache, programOf } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'

const requests = 5_000
const maxUnanswered = 16
let database: Database
let apiKey: string
let child: ChildProcess
let log = ''
let port: number

test.beforeAll(async ({ database: openedDatabase }) => {
  database = openedDatabase
  await createWorkspace(database, {
    ...{ orgId: 'org_one', name: 'One', plan: 'standard', accountIntelligence: true, analysisAllowance: 1 },
  })
  apiKey = (await createApiKey(database, { orgId: 'org_one', scopes: ['signals:read'] })).apiKey
})

test.beforeEach(async ({ testDatabase }) => {
  child = spawn(process.execPath, [programOf('api')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...compileCache,
      DATABASE_URL: testDatabase.url,
      SIGNALPOST_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      SIGNALPOST_API_PORT: '0',
      SIGNALPOST_HOST: '127.0.0.1',
    },
  })
  log = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  const [ready] = await once(child, 'message')
  port = ready.port
  return async () => {
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}, 60_000)

test('begins 16 of 5,000 requests that wait for the database on one connection, and answers another client', {
  timeout: 120_000,
}, async () => {
  await database.transaction().execute(async (transaction) => {
    await sql`lock table api_keys in access exclusive mode`.execute(transaction)
    const flood = await sendFlood()
    await expect.poll(waitingLookups, { timeout: 30_000 }).toBeGreaterThan(0)
    for (let round = 0; round < 20; round += 1) expect(await statusOf('/openapi.json')).toBe(200)
    flood.cut()
    expect(await statusOf('/openapi.json')).toBe(200)
  })
  child.kill('SIGTERM')
  await once(child, 'close')
  const cutOff = log.match(/"isWhole":false/g) ?? []
  expect(cutOff).toHaveLength(maxUnanswered)
})

test('answers another client amid 5,000 requests with random keys on one connection, and then all of those', {
  timeout: 120_000,
}, async () => {
  expect(await statusOf('/v1/results', apiKey)).toBe(200)
  const flood = await sendFlood()
  await expect.poll(() => flood.statuses().length, { timeout: 30_000, interval: 1 }).toBeGreaterThan(0)
  expect(await statusOf('/v1/results', apiKey)).toBe(200)
  expect(flood.statuses().length).toBeLessThan(requests)
  await expect.poll(() => flood.statuses().length, { timeout: 60_000 }).toBe(requests)
  expect([...new Set(flood.statuses())].toSorted()).toEqual(['401', '429'])
  // A window of misses may end during the flood.
  expect(flood.statuses().filter((status) => status === '401').length).toBeLessThanOrEqual(600)
  flood.cut()
})

/** Sends requests with unknown keys, all at once on one connection. */
async function sendFlood(): Promise<{ statuses: () => string[]; cut: () => void }> {
  const socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => undefined) // the connection is cut on purpose
  await once(socket, 'connect')
  let answers = ''
  socket.on('data', (chunk) => {
    answers += chunk.toString('latin1')
  })
  const flood = Array.from({ length: requests }, () => {
    const key = `spk_${randomBytes(8).toString('hex')}_${randomBytes(16).toString('hex')}`
    return `GET /v1/results HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${key}\r\n\r\n`
  })
  socket.write(flood.join(''))
  return {
    statuses: () => Array.from(answers.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status = '']) => status),
    cut: () => socket.destroy(),
  }
}

async function statusOf(path: string, key?: string): Promise<number> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  await response.text()
  return response.status
}

/** Returns how many lookups of keys wait for the lock. */
async function waitingLookups(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where application_name = 'signalpost api' and datname = current_database() and wait_event_type = 'Lock'`.execute(
    database,
  )
  return rows[0]?.count ?? -1
}
