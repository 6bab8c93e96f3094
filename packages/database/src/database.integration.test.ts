import { setTimeout as sleep } from 'node:timers/promises'
import { startTcpProxy, type TcpProxy } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { createDatabase } from './database.ts'

const statementTimeoutMs = 200
const silenceLimitMs = statementTimeoutMs + 1_000

let databaseUrl: string
let proxy: TcpProxy

test.beforeAll(async ({ testDatabase }) => {
  databaseUrl = testDatabase.url
  proxy = await startTcpProxy(Number(new URL(databaseUrl).port))
})

afterAll(async () => {
  await proxy.stop()
})

test.each([
  ['at once', 0],
  ['after it was idle for longer than silence is tolerated', silenceLimitMs + 300],
])('cuts a connection on which a query meets silence %s, and opens another', async (_when, idleMs) => {
  const { database } = createDatabase({
    url: Object.assign(new URL(databaseUrl), { port: String(proxy.port) }).href,
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
