import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWarehouseAct } from '@signalpost/administration/warehouse'
import { recordHour, recordRun } from '@signalpost/database/warehouses'
import type { PageCase } from './page-case.ts'

/** A warehouse whose every message comes from the other side. */
export const warehousePages: PageCase = async ({ console, orgId, hostile, longWord }) => {
  const directory = await mkdtemp(join(tmpdir(), 'signalpost-console-'))
  const { warehouseId } = await console.perform(createWarehouseAct, {
    ...{ orgId, kind: 'duckdb', name: hostile, settings: { path: join(directory, 'lake.duckdb') } },
    ...{ secrets: {}, intervalSeconds: 1 },
  })
  // Its pages show what is stored about it.
  await rm(directory, { recursive: true })
  await console.pool.query(
    `update warehouses set failing_since = now(), last_error = $2, verified_at = now(), differing_rows = 2
     where warehouse_id = $1`,
    [warehouseId, `${hostile} ${longWord}`],
  )
  await console.pool.query(
    `insert into warehouse_rejects (warehouse_id, table_name, record_id, position, reason)
     select $1, 'signals', 'sig_' || n, n, $2 from generate_series(1, 30) n`,
    [warehouseId, `${hostile} ${longWord}`],
  )
  await recordHour(console.database, { warehouseId, lagSeconds: 90_000 })
  const run = { warehouseId, durationMs: 1, rows: 0, rejected: 0 }
  await recordRun(console.database, {
    ...run,
    ...{ purpose: 'sync', outcome: 'failed', error: `${hostile} ${longWord}`, comparison: null },
  })
  const notes = {
    ...{ sourceRows: 2, targetRows: 1, differingRows: 200, keys: [hostile, longWord] },
    ...{
      isMissing: false,
      lacksView: true,
      lacksKey: true,
      faultyColumns: [hostile],
      damagedFiles: [longWord],
    },
  }
  await recordRun(console.database, {
    ...run,
    ...{ purpose: 'comparison', outcome: 'done', error: null, comparison: { notes } },
  })
  return [
    ['Warehouses', `/w/${orgId}/warehouses`],
    [hostile, `/w/${orgId}/warehouses/${warehouseId}`],
  ]
}
