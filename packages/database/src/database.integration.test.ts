import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, startTcpProxy, type TcpProxy, type TestDatabase } from '@signalpost/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from './database.ts'

const statementTimeoutMs = 200
const silenceLimitMs = statementTimeoutMs + 1_000

let testDatabase: TestDatabase
let proxy: TcpProxy

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  proxy = await startTcpProxy(Number(new URL(testDatabase.url).port))
})

afterAll(async () => {
  await proxy.stop()
  await testDatabase.drop()
})

test.each([
  ['at once', 0],
  ['after it was idle for longer than silence is tolerated', silenceLimitMs + 300],
])('cuts a connection on which a query meets silence %s, and opens another', async (_when, idleMs) => {
  const { database } = createDatabase({
    url: Object.assign(new URL(testDatabase.url), { port: String(proxy.port) }).href,
    applicationName: 'test',
    statementTimeoutMs,
    maxConnections: 1,
    connectTimeoutMs: 500,
    onConnectionError: () => undefined,
  })
  const ask = () => sql`select 1`.execute(database)
  try {
    await ask()
    await sleep(idleMs)
    proxy.blackhole()
    await expect(ask()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    proxy.heal()
    expect((await ask()).rows).toHaveLength(1)
  } finally {
    await database.destroy()
  }
})
