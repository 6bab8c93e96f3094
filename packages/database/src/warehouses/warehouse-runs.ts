import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { createId } from '../ids.ts'
import type { Row } from '../tables.ts'

type Table = Row<'warehouse_runs'>

/** What a comparison found in one table. */
export type ComparedRows = {
  sourceRows: number
  targetRows: number
  differingRows: number
  /** The first of their keys. */
  keys: readonly string[]
  isMissing: boolean
  /** Absent from runs of earlier versions. */
  lacksView?: boolean
  lacksKey?: boolean
  faultyColumns: readonly string[]
  damagedFiles: readonly string[]
}

/** One piece of work on a warehouse: a sync, a backfill, a comparison or a repair. */
export type WarehouseRun = {
  runId: string
  purpose: Table['purpose']
  /** `interrupted` where the rest is left to the next. */
  outcome: Table['outcome']
  startedAt: Date
  endedAt: Date
  /** How often in a row it failed for the same reason. */
  times: number
  /** How many rows were written, or repaired. */
  rows: number
  rejected: number
  error: string | null
  /** By table; null for a sync. */
  comparison: Readonly<Record<string, ComparedRows>> | null
}

type NewRun = Pick<WarehouseRun, 'purpose' | 'outcome' | 'rows' | 'rejected' | 'error' | 'comparison'> & {
  warehouseId: string
  durationMs: number
}

/** Of each purpose; older runs are removed. */
const mostRuns = 100

/**
 * Records what was done with a warehouse. Failures in a row for the same reason are one run. Does nothing for a
 * warehouse that was removed.
 */
export async function recordRun(
  database: Database,
  { warehouseId, purpose, outcome, durationMs, rows, rejected, error, comparison }: NewRun,
): Promise<void> {
  const ofPurpose = sql`warehouse_id = ${warehouseId} and purpose = ${purpose}`
  await sql`
    with repeated as (
      update warehouse_runs set ended_at = now(), times = times + 1
      where ${ofPurpose} and outcome = 'failed' and outcome = ${outcome} and error = ${error}
        and run_id = (select max(run_id) from warehouse_runs where ${ofPurpose})
      returning run_id
    ), added as (
      insert into warehouse_runs
        (warehouse_id, run_id, purpose, outcome, started_at, rows, rejected, error, comparison)
      select warehouse_id, ${createId('run_')}, ${purpose}, ${outcome},
        now() - make_interval(secs => ${durationMs / 1000}), ${rows}::bigint, ${rejected}::bigint, ${error},
        ${comparison === null ? null : JSON.stringify(comparison)}::jsonb
      from warehouses where warehouse_id = ${warehouseId} and not exists (select from repeated)
      for key share of warehouses
      returning run_id
    )
    delete from warehouse_runs
    where ${ofPurpose} and exists (select from added) and run_id <= (
      select run_id from warehouse_runs where ${ofPurpose} order by run_id desc offset ${mostRuns - 1} limit 1
    )`.execute(database)
}

type RunsPage = {
  items: WarehouseRun[]
  /** The id after which the next page begins; undefined on the last page. */
  nextAfter: string | undefined
}

/** Returns what was done with a warehouse of a workspace, the newest first. */
export async function listRuns(
  database: Database,
  { orgId, warehouseId }: { orgId: string; warehouseId: string },
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<RunsPage> {
  const older = after === undefined ? sql`true` : sql`run_id < ${after}`
  const rows = await readRuns(database, { orgId, warehouseId, condition: older, limit: limit + 1 })
  const items = rows.slice(0, limit)
  return { items, nextAfter: rows.length > limit ? items.at(-1)?.runId : undefined }
}

/** Returns the last comparison of a warehouse of a workspace, also that of a repair. */
export async function findLastComparison(
  database: Database,
  { orgId, warehouseId }: { orgId: string; warehouseId: string },
): Promise<WarehouseRun | undefined> {
  const condition = sql`comparison is not null`
  const [found] = await readRuns(database, { orgId, warehouseId, condition, limit: 1 })
  return found
}

async function readRuns(
  database: Database,
  {
    orgId,
    warehouseId,
    condition,
    limit,
  }: { orgId: string; warehouseId: string; condition: RawBuilder<unknown>; limit: number },
): Promise<WarehouseRun[]> {
  const { rows } = await sql<WarehouseRun>`
    select run_id as "runId", purpose, outcome, started_at as "startedAt", ended_at as "endedAt", times,
      rows::float8 as rows, rejected::float8 as rejected, error, comparison
    from warehouse_runs
    where warehouse_id = ${warehouseId} and ${condition}
      and exists (select from warehouses where warehouse_id = ${warehouseId} and org_id = ${orgId})
    order by run_id desc limit ${limit}`.execute(database)
  return rows
}
