import { randomBytes } from 'node:crypto'
import { createDatabase, createSecretBox } from '@signalpost/database'
import { createWorkspace } from '@signalpost/database/access'
import { createWarehouse } from '@signalpost/database/warehouses'
import { migrateQueues } from '@signalpost/queues'
import {
  type ClickHouseServer,
  createTestDatabase,
  startClickHouse,
  startConnectProxy,
  startRandomWriters,
  waitUntil,
} from '@signalpost/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startProduct } from '../support/product/start-product.ts'

const orgId = 'org_one'
const login = { user: 'worker', password: 'pass:word' }
/** Exists for the proxy alone. */
const place = 'clickhouse.example.test:8123'

test('a worker brings changes to ClickHouse through the proxy alone, and names a proxy that refuses it', async ({
  onTestFinished,
}) => {
  const source = await createTestDatabase()
  onTestFinished(source.drop)
  const clickhouse = await startClickHouse()
  onTestFinished(clickhouse.stop)
  const proxy = await startConnectProxy(Number(new URL(clickhouse.url).port), { login })
  onTestFinished(proxy.close)
  await ask(clickhouse, 'create database lake')

  const masterKey = randomBytes(32)
  const { database } = createDatabase({
    ...{ url: source.url, applicationName: 'test', onConnectionError: () => undefined },
  })
  onTestFinished(() => database.destroy())
  await createWorkspace(database, {
    ...{ orgId, name: orgId, plan: 'standard', accountIntelligence: true, analysisAllowance: 1 },
  })
  await migrateQueues({ kind: 'postgres', url: source.url })
  const { user, password } = clickhouse
  await createWarehouse(database, createSecretBox(masterKey), {
    ...{ orgId, kind: 'clickhouse', name: 'Lake', location: place, intervalMs: 1_000 },
    settings: { url: `http://${place}`, user, database: 'lake' },
    ...{ secrets: { password }, excludesPersonal: false, hasBounds: false },
  })
  const writers = startRandomWriters({ url: source.url, orgId, records: 20, writers: 4 })
  // More than the transactions that are still open can erase.
  await waitUntil('there are signals', async () => (await countSignals()) > 4)
  await writers.stop()

  const startWorker = async (secret: string) => {
    const product = await startProduct({
      ...{ databaseUrl: source.url, masterKey: masterKey.toString('base64'), counts: { worker: 1 } },
      env: {
        SIGNALPOST_OUTGOING_PROXY: `http://${login.user}:${encodeURIComponent(secret)}@127.0.0.1:${proxy.port}`,
      },
    })
    onTestFinished(product.stop)
    return product
  }
  const refused = await startWorker('wrong')
  await waitUntil('the warehouse fails', async () => (await lastErrorOf()) !== null)
  expect(await lastErrorOf()).toContain('the proxy answered 407')
  const [worker] = refused.workers
  expect(refused.logOf(worker?.name ?? '')).not.toContain('wrong')
  expect(await ask(clickhouse, 'show tables from lake')).toBe('')
  await refused.stop()

  const started = await startWorker(login.password)
  await waitUntil('every signal is in the warehouse', async () => {
    const tables = await ask(clickhouse, 'show tables from lake')
    if (!tables.split('\n').includes('signals')) return false
    const synced = await ask(clickhouse, 'select count() from lake.signals final')
    return Number(synced) === (await countSignals())
  })
  expect(new Set(proxy.asked)).toEqual(new Set([place]))
  expect(started.collapses()).toEqual([])

  /** Without the erased ones, which `final` leaves out as well. */
  async function countSignals(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from signals where relevance_score is not null`.execute(database)
    return rows[0]?.count ?? 0
  }
  async function lastErrorOf(): Promise<string | null> {
    const { lastError } = await database
      .selectFrom('warehouses')
      .select('last_error as lastError')
      .executeTakeFirstOrThrow()
    return lastError
  }
})

/** Asks the server itself, past the proxy. */
async function ask({ url, user, password }: ClickHouseServer, statement: string): Promise<string> {
  const headers = { authorization: `Basic ${btoa(`${user}:${password}`)}` }
  const answer = await fetch(url, { method: 'POST', headers, body: statement })
  const said = await answer.text()
  if (!answer.ok) throw new Error(said)
  return said.trim()
}
