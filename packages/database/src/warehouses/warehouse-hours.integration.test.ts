import { randomBytes } from 'node:crypto'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createWorkspace } from '../access/workspaces.ts'
import type { Database } from '../database.ts'
import { createSecretBox } from '../secret-box.ts'
import { readHours, recordHour } from './warehouse-hours.ts'
import { createWarehouse } from './warehouses.ts'

const orgId = 'org_one'

async function addWarehouse(database: Database): Promise<string> {
  const plan = { name: 'One', plan: 'standard', accountIntelligence: false, analysisAllowance: 1 } as const
  await createWorkspace(database, { orgId, ...plan })
  const { warehouseId } = await createWarehouse(database, createSecretBox(randomBytes(32)), {
    ...{ orgId, kind: 'duckdb', name: 'Lake', settings: {}, location: '/lake', secrets: {} },
    ...{ intervalMs: 1_000, excludesPersonal: false, hasBounds: false },
  })
  return warehouseId
}

test('keeps the worst of each hour for a week, and nothing of a warehouse that is gone', async ({
  database,
}) => {
  const warehouseId = await addWarehouse(database)
  const thisHour = async () => (await readHours(database, { orgId, warehouseId })).at(-1)
  for (const lagSeconds of [0, 22, 7]) await recordHour(database, { warehouseId, lagSeconds })
  const hours = await readHours(database, { orgId, warehouseId })
  expect(hours.map(({ mostSeconds }) => mostSeconds)).toEqual([22])
  expect(hours[0]?.at.toISOString()).toMatch(/:00:00\.000Z$/)
  await sql`
    insert into warehouse_hours (warehouse_id, hour, most_lag_seconds)
    select ${warehouseId}, date_trunc('hour', now(), 'UTC') - make_interval(hours => back), back
    from generate_series(1, 300) back`.execute(database)
  await recordHour(database, { warehouseId, lagSeconds: 40 })
  expect(await thisHour()).toMatchObject({ mostSeconds: 40 })
  const { rows } = await sql<{ kept: number }>`
    select count(*)::int as kept from warehouse_hours`.execute(database)
  expect(rows).toEqual([{ kept: 7 * 24 }])
  expect(await readHours(database, { orgId: 'org_two', warehouseId })).toEqual([])
  await recordHour(database, { warehouseId: 'whs_gone', lagSeconds: 1 })
  await sql`delete from warehouses`.execute(database)
  expect((await sql`select from warehouse_hours`.execute(database)).rows).toEqual([])
})
