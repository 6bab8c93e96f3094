import type { Database } from '@signalpost/database'
import { findRecords } from '@signalpost/database/changes'
import { listRuns, type StoredWarehouse } from '@signalpost/database/warehouses'
import { type BackfillScope, tablesIn } from './tables/backfill-warehouse.ts'

export type BackfillPlan = {
  /** What would be sent, by table. Bytes are those of the text of the rows, before the warehouse packs them. */
  tables: { table: string; rows: number; bytes: number }[]
  rows: number
  bytes: number
  /** How long it takes at the pace of the last large run; null where there was none. */
  seconds: number | null
}

const rowsAtOnce = 20_000
/** A smaller run mostly waits for the warehouse, and says little about the pace. */
const leastRowsOfPace = 1_000

/** Counts what a backfill would send. Reads the rows, and writes nothing. */
export async function planBackfill(
  database: Database,
  warehouse: Pick<StoredWarehouse, 'orgId' | 'warehouseId' | 'tables' | 'excludesPersonal' | 'hasLedger'>,
  scope: BackfillScope,
): Promise<BackfillPlan> {
  const { orgId, warehouseId } = warehouse
  const tables: BackfillPlan['tables'] = []
  for (const table of tablesIn(scope, warehouse)) {
    const planned = { table: table.name, rows: 0, bytes: 0 }
    for (let afterKey: string | undefined = ''; afterKey !== undefined; ) {
      const found = await findRecords(database, {
        ...{ orgId, table, range: scope.range ?? undefined, afterKey, limit: rowsAtOnce },
      })
      planned.rows += found.keys.length
      planned.bytes += found.bytes
      afterKey = found.nextAfter
    }
    tables.push(planned)
  }
  const rows = sumOf(tables.map((one) => one.rows))
  const pace = await findPace(database, { orgId, warehouseId })
  return {
    tables,
    rows,
    bytes: sumOf(tables.map((one) => one.bytes)),
    seconds: pace === undefined ? null : Math.ceil(rows / pace),
  }
}

/** Returns how many rows a second the last large run wrote. */
async function findPace(
  database: Database,
  warehouse: { orgId: string; warehouseId: string },
): Promise<number | undefined> {
  const { items } = await listRuns(database, warehouse, { limit: 100 })
  const large = items.find(
    ({ purpose, rows }) => (purpose === 'sync' || purpose === 'backfill') && rows >= leastRowsOfPace,
  )
  if (large === undefined) return undefined
  return large.rows / Math.max(1, (Number(large.endedAt) - Number(large.startedAt)) / 1_000)
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}
