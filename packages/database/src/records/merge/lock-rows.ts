import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import { keysTable, type RecordKey, recordKey } from './record-key.ts'

/** A table of states by workspace and id, whose rows are never removed. */
export type StateTable = { table: string; id: string; columns: readonly string[] }

/** A row to insert: its key, its state and its other columns. */
export type NewRow = RecordKey & { state: object; columns?: Record<string, unknown> }

/**
 * Locks the rows of all keys in one order, existing and missing ones, so no two transactions deadlock. Inserts a
 * missing row as `newRow` says; if two transactions insert the same row, the second waits for the first and then finds
 * it stored. Returns the states that were stored before.
 */
export async function lockRows<State, Key extends RecordKey>(
  transaction: DatabaseTransaction,
  table: StateTable,
  { keys, newRow }: { keys: Key[]; newRow: (key: Key) => NewRow },
): Promise<Map<string, State>> {
  const present = await findPresent(transaction, table, keys)
  const absent = keys.filter((key) => !present.has(recordKey(key)))
  if (absent.length === 0) return lockStored(transaction, table, keys)
  const locked = keys.filter((key) => present.has(recordKey(key))).map((key) => ({ ...key, state: {} }))
  const inserted = await insertOrLock(transaction, table, [...absent.map(newRow), ...locked])
  const stored = keys.filter((key) => !inserted.has(recordKey(key)))
  return stored.length === 0 ? new Map() : readStates(transaction, table, stored, sql``)
}

/** Locks the existing rows among the keys in one order. Returns their states. */
export async function lockStored<State>(
  transaction: DatabaseTransaction,
  table: Pick<StateTable, 'table' | 'id'>,
  keys: RecordKey[],
): Promise<Map<string, State>> {
  return keys.length === 0 ? new Map() : readStates(transaction, table, keys, sql`for update`)
}

/** Returns rows as a table that can be joined or inserted. */
export function rowsTable({ table, id }: StateTable, rows: NewRow[]): RawBuilder<unknown> {
  const columns = rows.map(({ orgId, id: value, state, columns }) => ({
    org_id: orgId,
    [id]: value,
    state,
    ...columns,
  }))
  return sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(columns)})`
}

async function findPresent(
  transaction: DatabaseTransaction,
  { table, id }: StateTable,
  keys: RecordKey[],
): Promise<Set<string>> {
  const { rows } = await sql<RecordKey>`
    select org_id as "orgId", ${sql.ref(id)} as id from ${sql.table(table)}
    where (org_id, ${sql.ref(id)}) in (select * from ${keysTable(keys)})`.execute(transaction)
  return new Set(rows.map(recordKey))
}

/** Returns the keys of inserted rows; the others are locked, whatever the condition says. */
async function insertOrLock(
  transaction: DatabaseTransaction,
  table: StateTable,
  rows: NewRow[],
): Promise<Set<string>> {
  const columns = sql.join(['org_id', table.id, 'state', ...table.columns].map((column) => sql.ref(column)))
  const { rows: inserted } = await sql<RecordKey>`
    insert into ${sql.table(table.table)} (${columns})
    select ${columns} from ${rowsTable(table, rows)}
    order by org_id, ${sql.ref(table.id)}
    on conflict (org_id, ${sql.ref(table.id)}) do update set state = excluded.state where false
    returning org_id as "orgId", ${sql.ref(table.id)} as id`.execute(transaction)
  return new Set(inserted.map(recordKey))
}

async function readStates<State>(
  transaction: DatabaseTransaction,
  { table, id }: Pick<StateTable, 'table' | 'id'>,
  keys: RecordKey[],
  lock: RawBuilder<unknown>,
): Promise<Map<string, State>> {
  const { rows } = await sql<RecordKey & { state: State }>`
    select org_id as "orgId", ${sql.ref(id)} as id, state from ${sql.table(table)}
    where (org_id, ${sql.ref(id)}) in (select * from ${keysTable(keys)})
    order by org_id, ${sql.ref(id)} ${lock}`.execute(transaction)
  return new Map(rows.map((row) => [recordKey(row), row.state]))
}
