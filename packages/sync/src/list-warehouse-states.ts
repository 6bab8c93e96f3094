import type { Database } from '@signalpost/database'
import { measureLags, type TableLag } from '@signalpost/database/changes'
import {
  type CursorCopy,
  type MeasuredLag,
  readLags,
  readWarehouseHealth,
  type WarehouseHealth,
} from '@signalpost/database/warehouses'
import { chosenTables, degradedReason } from '@signalpost/domain'
import { describeRewrite } from './history/describe-rewrite.ts'

export type WarehouseState = Omit<
  WarehouseHealth,
  'cursors' | 'tables' | 'hasLedger' | 'excludesPersonal' | 'isPaused' | 'isLeased' | 'rewrite'
> & {
  state: 'idle' | 'syncing' | 'degraded' | 'paused'
  /** Why it is degraded, or would be if it were not paused; else that it was rewritten; null where it is neither. */
  reason: string | null
  /** Records that changed and are not in the warehouse as they are now. */
  lagRows: number
  /** How long the oldest of them has waited. */
  lagSeconds: number
  tables: TableState[]
}

/** How far one table of a warehouse is. */
export type TableState = {
  table: string
  /** The last change that the warehouse has; 0 before the first. */
  position: number
  rowsBehind: number
  /** All rows of the table, about; null where it is not far behind. */
  rowsTotal: number | null
  /** How fast it caught up when a worker last measured it. */
  rowsPerSecond: number
}

type Which = {
  orgId?: string | undefined
  warehouseId?: string | undefined
}

/** Returns the states of warehouses, oldest first: all of the installation, those of a workspace, or one. */
export async function listWarehouseStates(database: Database, which: Which = {}): Promise<WarehouseState[]> {
  return readStates(database, which, () => Promise.resolve(new Map()))
}

/** Above this many rows of a table, the number is what a worker last measured. */
const mostCounted = 10_000

/**
 * Returns the same for a workspace in a bounded time: where a table is far behind, its rows are those that a worker last
 * measured.
 */
export async function glanceAtWarehouses(
  database: Database,
  { orgId, warehouseId }: { orgId: string; warehouseId?: string | undefined },
): Promise<WarehouseState[]> {
  return readStates(database, { orgId, warehouseId, limit: mostCounted }, () => readLags(database, orgId))
}

type MeasuredLags = ReadonlyMap<string, ReadonlyMap<string, MeasuredLag>>

async function readStates(
  database: Database,
  { limit, ...which }: Which & { limit?: number },
  readMeasured: () => Promise<MeasuredLags>,
): Promise<WarehouseState[]> {
  const states: WarehouseState[] = []
  const measured = await readMeasured()
  for (const found of await readWarehouseHealth(database, which)) {
    const {
      cursors,
      tables: names,
      hasLedger,
      excludesPersonal,
      isPaused,
      isLeased,
      rewrite,
      ...health
    } = found
    const positions = Object.fromEntries(
      chosenTables({ tables: names, excludesPersonal, hasLedger }).map(({ name }) => [
        name,
        cursors.get(name)?.position ?? 0n,
      ]),
    )
    const lags = await measureLags(database, {
      ...{ orgId: health.orgId, cursors: positions },
      ...(limit !== undefined && { limit }),
    })
    const tables = lags.map((lag) =>
      tableState(lag, { cursor: cursors.get(lag.table), limit, last: measured.get(health.warehouseId) }),
    )
    const lagRows = tables.reduce((sum, { rowsBehind }) => sum + rowsBehind, 0)
    const lagSeconds = Math.round(Math.max(0, ...lags.map(({ ageMs }) => ageMs)) / 1000)
    const degraded = degradedReason(health)
    const state = stateOf({ isPaused, isLeased, isDegraded: degraded !== null })
    const reason = degraded ?? (rewrite && describeRewrite(rewrite))
    states.push({ ...health, state, reason, lagRows, lagSeconds, tables })
  }
  return states
}

type Known = {
  cursor: Omit<CursorCopy, 'reached'> | undefined
  limit: number | undefined
  last: ReadonlyMap<string, MeasuredLag> | undefined
}

function tableState({ table, rows: changed }: TableLag, { cursor, limit, last }: Known): TableState {
  const { rowsBehind = 0, rowsTotal = null, rowsPerSecond = 0 } = last?.get(table) ?? {}
  const isCut = limit !== undefined && changed >= limit
  const { position = 0n, rowsFilled = 0 } = cursor ?? {}
  // During a fill every change is ahead of the position, also those of rows that are there.
  const rows = Math.max(0, changed - rowsFilled)
  const least = rowsFilled > 0 && rowsBehind > 0 ? rowsBehind : Math.max(changed, rowsBehind)
  return {
    table,
    position: Number(position),
    rowsBehind: isCut ? least : rows,
    rowsTotal,
    rowsPerSecond,
  }
}

function stateOf({
  isPaused,
  isDegraded,
  isLeased,
}: Pick<WarehouseHealth, 'isPaused' | 'isLeased'> & { isDegraded: boolean }): WarehouseState['state'] {
  if (isPaused) return 'paused'
  if (isDegraded) return 'degraded'
  return isLeased ? 'syncing' : 'idle'
}
