import { randomBytes } from 'node:crypto'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { createWorkspace } from '../access/workspaces.ts'
import { createDatabase, type Database } from '../database.ts'
import { createSecretBox } from '../secret-box.ts'
import { readWarehouseHealth } from './warehouse-health.ts'
import { createWarehouse } from './warehouses.ts'

let database: Database

test.beforeAll(async ({ testDatabase }) => {
  database = createDatabase({
    ...{ url: testDatabase.url, applicationName: 'test', onConnectionError: () => undefined },
  }).database
})

afterAll(() => database.destroy())

test.each([
  { refused: 1, stored: 100, areTooMany: false },
  { refused: 1, stored: 99, areTooMany: true },
  { refused: 3, stored: 300, areTooMany: false },
  { refused: 3, stored: 299, areTooMany: true },
  { refused: 100, stored: 20_000, areTooMany: false },
  { refused: 101, stored: 20_000, areTooMany: true },
])('$refused refused rows of $stored are too many: $areTooMany', async ({ refused, stored, areTooMany }) => {
  const warehouseId = await addWarehouse({ stored })
  await sql`
    insert into warehouse_rejects (warehouse_id, table_name, record_id, position, reason)
    select ${warehouseId}, 'notes', 'note_' || i, i, 'reason ' || i from generate_series(1, ${refused}::integer) as i
  `.execute(database)
  const [health] = await readWarehouseHealth(database, { warehouseId })
  expect(health).toMatchObject({
    rejectedRows: refused,
    refused: [{ table: 'notes', rows: refused, firstReason: 'reason 1', areTooMany }],
  })
})

test('a warehouse that refuses nothing has no refused rows', async () => {
  const warehouseId = await addWarehouse({ stored: 3 })
  const [health] = await readWarehouseHealth(database, { warehouseId })
  expect(health).toMatchObject({ rejectedRows: 0, refused: [] })
})

async function addWarehouse({ stored }: { stored: number }): Promise<string> {
  const orgId = `org_${randomBytes(4).toString('hex')}`
  await createWorkspace(database, {
    ...{ orgId, name: orgId, plan: 'standard', accountIntelligence: false, analysisAllowance: 1 },
  })
  await sql`
    insert into changes (table_name, org_id, record_id, position, sequenced_at)
    select 'notes', ${orgId}, 'note_' || i, i, now() from generate_series(1, ${stored}::integer) as i
  `.execute(database)
  const { warehouseId } = await createWarehouse(database, createSecretBox(randomBytes(32)), {
    ...{ orgId, kind: 'duckdb', name: orgId, settings: {}, location: orgId, secrets: {} },
    ...{ intervalMs: 20_000, excludesPersonal: false, hasBounds: false },
  })
  return warehouseId
}
