import { createTestDatabase, type TestDatabase } from '@signalpost/testing'
import { afterAll, expect, test } from 'vitest'
import { runStatement } from '../stage/start-bench-postgres.ts'
import { prepareAssistants } from './assistants/prepare-assistants.ts'
import { toolCalls } from './assistants/tool-calls.ts'
import { fillBacklog } from './fill-backlog.ts'
import { fillDeals } from './fill-deals.ts'
import { fillLedger } from './fill-ledger.ts'
import { fillListeners } from './fill-listeners.ts'
import { fillSignals } from './fill-signals.ts'
import { pagePaths } from './pages/page-paths.ts'
import { preparePages } from './pages/prepare-pages.ts'
import { prepareStore } from './prepare-store.ts'

const opened: TestDatabase[] = []
const postgres = {
  createDatabase: async () => {
    const database = await createTestDatabase()
    opened.push(database)
    return database.url
  },
}

afterAll(() => Promise.all(opened.map(({ drop }) => drop())))

async function countRows(databaseUrl: string, table: string): Promise<number> {
  const [row] = await runStatement(databaseUrl, `select count(*)::int as rows from ${table}`)
  return Number(row?.rows)
}

test('each table that a measurement needs is filled', async () => {
  const store = await prepareStore(postgres)
  const { databaseUrl, source } = store
  await fillDeals(databaseUrl, { ...source, count: 7 })
  await fillSignals(databaseUrl, { ...source, count: 8 })
  await fillLedger(store, { count: 9 })
  await fillListeners(store, { count: 10, searchesEach: 1, url: 'http://127.0.0.1:9' })
  await fillBacklog(store, { count: 11, isEnqueued: false })
  expect(await countRows(databaseUrl, 'deals')).toBe(7)
  expect(await countRows(databaseUrl, 'signals')).toBe(8)
  expect(await countRows(databaseUrl, 'listeners')).toBe(10)
  expect(await countRows(databaseUrl, 'deliveries')).toBe(9 + 11)
})

test('pages have something to show', async () => {
  const store = await preparePages(postgres, { deliveries: 400, signals: 400, tell: () => undefined })
  expect(Object.values(await pagePaths(store))).not.toHaveLength(0)
})

test('every tool has something to answer from', async () => {
  const store = await prepareAssistants(postgres, { signals: 400, assistants: 2 })
  expect(store.tokens).toHaveLength(2)
  expect(await toolCalls(store.databaseUrl, store)).not.toHaveLength(0)
})
