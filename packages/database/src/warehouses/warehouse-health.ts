import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { CursorCopy } from './warehouse-cursors.ts'

/** The rows of one table that a warehouse refuses. */
export type RefusedRows = {
  table: string
  rows: number
  /** Why it refuses the first of them. */
  firstReason: string
  /** Whether they are more than 100, or more than 1 % of the table's rows. */
  areTooMany: boolean
}

const mostRefusedRows = 100
const mostRefusedShare = 1 / 100

/** A warehouse's health, as far as the product knows without connecting to it. */
export type WarehouseHealth = {
  warehouseId: string
  orgId: string
  kind: string
  name: string
  /** The names of its tables; null for all but the ledger. */
  tables: readonly string[] | null
  /** Whether it has the events of the ledger too. */
  hasLedger: boolean
  /** Whether it has no personal data, or hashes of it. */
  excludesPersonal: boolean
  /** How often it is brought up to date. */
  intervalMs: number
  isPaused: boolean
  isLeased: boolean
  failingSince: Date | null
  lastSyncAt: Date | null
  lastError: string | null
  /** When the next sync is due; if it fails, when it is tried again. */
  dueAt: Date
  rejectedRows: number
  /** The same by table. */
  refused: readonly RefusedRows[]
  verifiedAt: Date | null
  /** How many rows differed in the last comparison; null before the first. */
  differingRows: number | null
  /** The last rewrite of tables after the database's history changed; null if it ended more than a week ago. */
  rewrite: { reason: string; beganAt: Date; endedAt: Date | null } | null
  cursors: ReadonlyMap<string, Omit<CursorCopy, 'reached'>>
}

type Row = Omit<WarehouseHealth, 'cursors' | 'rewrite'> & {
  rewriteReason: string | null
  rewriteBeganAt: Date | null
  rewriteEndedAt: Date | null
  cursors: { table: string; position: string; version: number; rowsFilled: number }[]
}

/** Returns the health of warehouses, the oldest first: of the installation, of a workspace, or of one. */
export async function readWarehouseHealth(
  database: Database,
  { orgId, warehouseId }: { orgId?: string | undefined; warehouseId?: string | undefined } = {},
): Promise<WarehouseHealth[]> {
  const { rows } = await sql<Row>`
    select warehouse_id as "warehouseId", org_id as "orgId", kind, name, tables, has_ledger as "hasLedger",
      excludes_personal as "excludesPersonal", interval_ms as "intervalMs", is_paused as "isPaused",
      coalesce(leased_until > now(), false) as "isLeased", failing_since as "failingSince",
      last_sync_at as "lastSyncAt", last_error as "lastError", due_at as "dueAt", verified_at as "verifiedAt",
      differing_rows::float8 as "differingRows",
      case when rewrite_ended_at is null or rewrite_ended_at > now() - interval '7 days' then rewrite_reason end
        as "rewriteReason",
      rewrite_began_at as "rewriteBeganAt", rewrite_ended_at as "rewriteEndedAt",
      (select count(*)::int from warehouse_rejects r where r.warehouse_id = w.warehouse_id) as "rejectedRows",
      ${refusedRows} as refused,
      coalesce((
        select json_agg(json_build_object(
          'table', table_name, 'position', position::text, 'version', version, 'rowsFilled', rows_filled))
        from warehouse_cursors c where c.warehouse_id = w.warehouse_id
      ), '[]') as cursors
    from warehouses w
    where (${orgId ?? null}::text is null or org_id = ${orgId ?? null})
      and (${warehouseId ?? null}::text is null or warehouse_id = ${warehouseId ?? null})
    order by warehouse_id`.execute(database)
  return rows.map(({ cursors, rewriteReason, rewriteBeganAt, rewriteEndedAt, ...row }) => ({
    ...row,
    rewrite:
      rewriteReason === null || rewriteBeganAt === null
        ? null
        : { reason: rewriteReason, beganAt: rewriteBeganAt, endedAt: rewriteEndedAt },
    cursors: new Map(
      cursors.map(({ table, position, ...cursor }) => [table, { position: BigInt(position), ...cursor }]),
    ),
  }))
}

/** By table; counts a table's rows only as far as the share requires. */
const refusedRows = sql`
  coalesce((
    select json_agg(json_build_object(
      'table', table_name, 'rows', refused, 'firstReason', first_reason,
      'areTooMany', refused > ${sql.lit(mostRefusedRows)} or refused > stored * ${sql.lit(mostRefusedShare)}
    ) order by table_name)
    from (
      select table_name, count(*) as refused, (array_agg(reason order by position, record_id))[1] as first_reason
      from warehouse_rejects r where r.warehouse_id = w.warehouse_id group by table_name
    ) rejects
    cross join lateral (
      select count(*) as stored from (
        select from changes c where c.org_id = w.org_id and c.table_name = rejects.table_name
        limit case when refused > ${sql.lit(mostRefusedRows)} then 0 else ceil(refused / ${sql.lit(mostRefusedShare)}) end
      ) counted
    ) known
  ), '[]')`
