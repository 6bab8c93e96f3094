import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { migrations } from './index.ts'

test('gives bounds to the warehouses that a person created, and to no other', async ({ database }) => {
  await sql`
    insert into workspaces (org_id, name, plan, account_intelligence, analysis_allowance)
    values ('org_bounds', 'Bounds', 'standard', false, 1)`.execute(database)
  for (const creator of ['cli', 'system', 'person', 'unknown']) {
    await sql`
      insert into warehouses
        (warehouse_id, org_id, kind, name, settings, location, ciphertext, interval_ms, excludes_personal)
      values (${creator}, 'org_bounds', 'duckdb', ${creator}, '{}', ${creator}, '', 20000, false)`.execute(
      database,
    )
    if (creator === 'unknown') continue
    await sql`
      insert into audit_log (audit_id, org_id, actor_kind, actor_id, act, target_type, target_id)
      values (${creator}, 'org_bounds', ${creator}, 'one', 'warehouse.create', 'warehouse', ${creator}),
             (${`${creator}_pause`}, 'org_bounds', 'person', 'one', 'warehouse.pause', 'warehouse', ${creator})`.execute(
      database,
    )
  }
  await sql`alter table warehouses drop column has_bounds`.execute(database)
  await database
    .transaction()
    .execute(async (transaction) => migrations['0084-warehouse-bounds']?.up(transaction))
  const { rows } = await sql`
    select warehouse_id as id, has_bounds from warehouses order by warehouse_id collate "C"`.execute(database)
  expect(rows).toEqual([
    { id: 'cli', has_bounds: false },
    { id: 'person', has_bounds: true },
    { id: 'system', has_bounds: false },
    { id: 'unknown', has_bounds: false },
  ])
})
