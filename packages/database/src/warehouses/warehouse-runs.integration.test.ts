import { randomBytes } from 'node:crypto'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createWorkspace } from '../access/workspaces.ts'
import type { Database } from '../database.ts'
import { createSecretBox } from '../secret-box.ts'
import { readLags, recordLags } from './warehouse-lags.ts'
import { listRejects } from './warehouse-rejects.ts'
import { findLastComparison, listRuns, recordRun } from './warehouse-runs.ts'
import { createWarehouse } from './warehouses.ts'

const orgId = 'org_one'
const sync = {
  purpose: 'sync',
  outcome: 'done',
  durationMs: 10,
  rows: 1,
  rejected: 0,
  error: null,
  comparison: null,
} as const
const failure = { ...sync, outcome: 'failed', rows: 0, error: 'It is away.' } as const
const compared = {
  ...{ sourceRows: 2, targetRows: 1, differingRows: 1, keys: ['note_1'] },
  ...{ isMissing: false, faultyColumns: [], damagedFiles: [] },
}

let made = 0

async function addWarehouse(database: Database): Promise<string> {
  if (made === 0) {
    const plan = { name: 'One', plan: 'standard', accountIntelligence: false, analysisAllowance: 1 } as const
    await createWorkspace(database, { orgId, ...plan })
  }
  const secretBox = createSecretBox(randomBytes(32))
  const { warehouseId } = await createWarehouse(database, secretBox, {
    ...{ orgId, kind: 'duckdb', name: 'Lake', settings: {}, location: `/lake${++made}`, secrets: {} },
    ...{ intervalMs: 1_000, excludesPersonal: false, hasBounds: false },
  })
  return warehouseId
}

test('failures in a row for the same reason are one run', async ({ database }) => {
  const warehouseId = await addWarehouse(database)
  const runs = [sync, failure, failure, failure, { ...failure, error: 'It is full.' }, sync, failure]
  for (const run of runs) await recordRun(database, { warehouseId, ...run })
  const { items } = await listRuns(database, { orgId, warehouseId }, { limit: 10 })
  expect(items.map(({ outcome, times, error }) => [outcome, times, error])).toEqual([
    ['failed', 1, 'It is away.'],
    ['done', 1, null],
    ['failed', 1, 'It is full.'],
    ['failed', 3, 'It is away.'],
    ['done', 1, null],
  ])
})

test('keeps the last 100 runs of each purpose, and the last comparison with them', async ({ database }) => {
  const warehouseId = await addWarehouse(database)
  const comparison = { ...sync, purpose: 'comparison', comparison: { notes: compared } } as const
  await recordRun(database, { warehouseId, ...comparison })
  for (let run = 0; run < 105; run += 1) await recordRun(database, { warehouseId, ...sync, rows: run })
  const first = await listRuns(database, { orgId, warehouseId }, { limit: 60 })
  const rest = await listRuns(database, { orgId, warehouseId }, { limit: 60, after: first.nextAfter })
  const runs = [...first.items, ...rest.items]
  expect(runs).toHaveLength(101)
  expect(runs.slice(0, 100).map(({ rows }) => rows)).toEqual(
    Array.from({ length: 100 }, (_, index) => 104 - index),
  )
  expect(rest.nextAfter).toBeUndefined()
  expect(await findLastComparison(database, { orgId, warehouseId })).toMatchObject({
    comparison: { notes: compared },
  })
  expect(await listRuns(database, { orgId: 'org_other', warehouseId }, { limit: 9 })).toMatchObject({
    items: [],
  })
})

test('a warehouse that was removed leaves no run', async ({ database }) => {
  await recordRun(database, { warehouseId: 'whs_none', ...sync })
  const { rows } = await sql`select from warehouse_runs where warehouse_id = 'whs_none'`.execute(database)
  expect(rows).toEqual([])
})

test('counts the rows of all once a table falls far behind, and tells how fast it catches up', async ({
  database,
}) => {
  const warehouseId = await addWarehouse(database)
  const measure = async (notes: number) => {
    await recordLags(database, { warehouseId, orgId, rowsBehind: { notes } })
    await sql`update warehouse_lags set measured_at = measured_at - interval '10 seconds'`.execute(database)
    return (await readLags(database, orgId)).get(warehouseId)?.get('notes')
  }
  await sql`
    insert into changes (org_id, table_name, record_id, position, sequenced_at)
    select ${orgId}, 'notes', 'note_' || n, n, now() from generate_series(1, 3000) n`.execute(database)
  expect(await measure(10)).toMatchObject({ rowsBehind: 10, rowsTotal: null, rowsPerSecond: 0 })
  expect(await measure(11)).toMatchObject({ rowsBehind: 11, rowsTotal: null })
  expect(await measure(2_000)).toMatchObject({ rowsBehind: 2_000, rowsTotal: 3_000, rowsPerSecond: 0 })
  await sql`delete from changes where org_id = ${orgId}`.execute(database)
  const later = await measure(500)
  expect(later).toMatchObject({ rowsBehind: 500, rowsTotal: 3_000 })
  expect(later?.rowsPerSecond).toBeCloseTo(150, -1)
  expect(await measure(0)).toMatchObject({ rowsBehind: 0, rowsTotal: null })
})

test('pages through the rows that a warehouse refused', async ({ database }) => {
  const warehouseId = await addWarehouse(database)
  await sql`
    insert into warehouse_rejects (warehouse_id, table_name, record_id, position, reason)
    select ${warehouseId}, name, 'id_' || n, n, 'It is too long.'
    from generate_series(1, 3) n cross join unnest(array['deals', 'notes']) name`.execute(database)
  const seen: string[] = []
  let after: Parameters<typeof listRejects>[2]['after']
  do {
    const page = await listRejects(database, { orgId, warehouseId }, { limit: 2, after })
    seen.push(...page.items.map(({ table, key }) => `${table} ${key}`))
    after = page.nextAfter
  } while (after !== undefined)
  expect(seen).toEqual(['deals id_1', 'deals id_2', 'deals id_3', 'notes id_1', 'notes id_2', 'notes id_3'])
  expect(await listRejects(database, { orgId: 'org_other', warehouseId }, { limit: 2 })).toEqual({
    items: [],
    nextAfter: undefined,
  })
})
