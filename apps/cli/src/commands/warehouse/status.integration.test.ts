import { join } from 'node:path'
import { createWorkspace } from '@signalpost/database/access'
import { recordHour } from '@signalpost/database/warehouses'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { callForJson } from '../../test-support/call-cli.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'

let store: CliStore

test.beforeAll(async ({ testDatabase }) => {
  store = openCliStore(testDatabase.url)
  await createWorkspace(store.database, {
    ...{
      orgId: 'org_acme',
      name: 'Acme',
      plan: 'standard',
      accountIntelligence: false,
      analysisAllowance: 1,
    },
  })
})

afterAll(() => store.close())

test('has how fresh a warehouse was by the hour, and what its interval promises', async () => {
  const path = join(String(store.environment.SIGNALPOST_DATA_DIR), 'lake.duckdb')
  const { warehouseId } = await callForJson<{ warehouseId: string }>(store.call, [
    ...['warehouse', 'create', 'duckdb', '--workspace', 'org_acme', '--name', 'Lake'],
    ...['--path', path, '--interval', '40s'],
  ])
  await recordHour(store.database, { warehouseId, lagSeconds: 120 })
  const { items } = await callForJson<{ items: { freshness: unknown }[] }>(store.call, [
    ...['warehouse', 'status', warehouseId],
  ])
  expect(items[0]?.freshness).toEqual({
    promisedSeconds: 100,
    hours: [{ at: expect.stringMatching(/:00:00\.000Z$/), mostSeconds: 120 }],
  })
})
