import { isDeepStrictEqual } from 'node:util'
import { instantOf, mergeStates, type RecordName, type RecordStates } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import { lockRows, type NewRow, readHeld, rowsTable } from './lock-rows.ts'
import type { MergedRecord, OwnedContribution } from './merged-record.ts'
import { keysTable, type RecordKey, recordKey } from './record-key.ts'
import type { RecordTable } from './record-tables.ts'

/** A batch's state of a record. One without a state is only locked. */
type Entry<Name extends RecordName> = RecordKey & {
  state: RecordStates[Name] | undefined
  isOnlyHeld?: boolean
}
type Changed<Name extends RecordName> = RecordKey & { state: RecordStates[Name] }

/**
 * Merges contributions into the records of one table: folds them for each record, locks the rows, merges with the
 * stored states and writes back in one statement.
 *
 * Also locks the records in `held`, which it neither reads nor returns. A missing record has no row to lock, so a
 * placeholder that no reader sees is inserted; a concurrent insert then waits for this transaction.
 */
export async function mergeRecords<Name extends RecordName>(
  transaction: DatabaseTransaction,
  table: RecordTable<Name>,
  {
    contributions,
    held = [],
    nowMs,
  }: { contributions: OwnedContribution[]; held?: RecordKey[]; nowMs: number },
): Promise<MergedRecord<Name>[]> {
  const entries = foldByRecord(contributions, table, held)
  if (entries.length === 0) return []
  const stored = await lockRows<RecordStates[Name], Entry<Name>>(transaction, table, {
    keys: entries,
    newRow: (entry) => rowOf(table, entry, nowMs),
  })
  const isNew = (key: RecordKey): boolean => !stored.has(recordKey(key))
  await deletePlaceholders(
    transaction,
    table,
    entries.filter((entry) => !hasState(entry) && isNew(entry)),
  )
  const merged = mergeEntries(table, entries.filter(hasState), stored)
  await updateRows(transaction, table, rowsOf(table, merged, { isNew: false, nowMs }))
  return merged
}

/**
 * Merges contributions like `mergeRecords` into a table whose writers all hold another record of the same key, so no
 * other transaction can write these rows. They need neither a lock nor a look for missing ones, which took 10 µs of
 * PostgreSQL's time for each register.
 */
export async function mergeHeldRecords<Name extends RecordName>(
  transaction: DatabaseTransaction,
  table: RecordTable<Name>,
  { contributions, nowMs }: { contributions: OwnedContribution[]; nowMs: number },
): Promise<MergedRecord<Name>[]> {
  const entries = foldByRecord(contributions, table, []).filter(hasState)
  const stored = await readHeld<RecordStates[Name]>(transaction, table, entries)
  const merged = mergeEntries(table, entries, stored)
  await insertRows(transaction, table, rowsOf(table, merged, { isNew: true, nowMs }))
  await updateRows(transaction, table, rowsOf(table, merged, { isNew: false, nowMs }))
  return merged
}

function foldByRecord<Name extends RecordName>(
  contributions: OwnedContribution[],
  table: RecordTable<Name>,
  held: RecordKey[],
): Entry<Name>[] {
  const folded = new Map<string, Entry<Name>>()
  for (const { orgId, id } of held) {
    folded.set(recordKey({ orgId, id }), { orgId, id, state: undefined, isOnlyHeld: true })
  }
  for (const contribution of contributions) {
    if (!isOf(table, contribution)) continue
    const { orgId, id, state } = contribution
    const before = folded.get(recordKey(contribution))?.state
    const after = before === undefined ? state : mergeStates[table.record](before, state)
    folded.set(recordKey(contribution), { orgId, id, state: after })
  }
  return [...folded.values()]
}

function isOf<Name extends RecordName>(
  table: RecordTable<Name>,
  contribution: OwnedContribution,
): contribution is OwnedContribution & { record: Name; state: RecordStates[Name] } {
  return contribution.record === table.record
}

function hasState<Name extends RecordName>(entry: Entry<Name>): entry is Changed<Name> {
  return entry.state !== undefined
}

function mergeEntries<Name extends RecordName>(
  table: RecordTable<Name>,
  entries: Changed<Name>[],
  stored: Map<string, RecordStates[Name] | null>,
): MergedRecord<Name>[] {
  return entries.map(({ orgId, id, state }) => {
    const before = stored.get(recordKey({ orgId, id })) ?? undefined
    if (before === undefined) return { orgId, id, before, after: state, isWritten: true }
    const after = mergeStates[table.record](before, state)
    return { orgId, id, before, after, isWritten: !isDeepStrictEqual(before, after) }
  })
}

function rowsOf<Name extends RecordName>(
  table: RecordTable<Name>,
  merged: MergedRecord<Name>[],
  { isNew, nowMs }: { isNew: boolean; nowMs: number },
): NewRow[] {
  return merged
    .filter(({ before, isWritten }) => isWritten && (before === undefined) === isNew)
    .map(({ orgId, id, after }) => rowOf(table, { orgId, id, state: after }, nowMs))
}

function rowOf<Name extends RecordName>(
  table: RecordTable<Name>,
  { orgId, id, state }: Entry<Name>,
  nowMs: number,
): NewRow {
  if (state === undefined) return { orgId, id, state: {} }
  return { orgId, id, state, columns: table.columnsOf(state, { id, now: instantOf(nowMs) }) }
}

async function deletePlaceholders<Name extends RecordName>(
  transaction: DatabaseTransaction,
  { table, id }: RecordTable<Name>,
  keys: RecordKey[],
): Promise<void> {
  if (keys.length === 0) return
  await sql`
    delete from ${sql.table(table)}
    where (org_id, ${sql.ref(id)}) in (select * from ${keysTable(keys)})`.execute(transaction)
}

async function insertRows<Name extends RecordName>(
  transaction: DatabaseTransaction,
  table: RecordTable<Name>,
  rows: NewRow[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = sql.join(['org_id', table.id, 'state', ...table.columns].map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table.table)} (${columns})
    select ${columns} from ${rowsTable(table, rows)}`.execute(transaction)
}

async function updateRows<Name extends RecordName>(
  transaction: DatabaseTransaction,
  table: RecordTable<Name>,
  rows: NewRow[],
): Promise<void> {
  if (rows.length === 0) return
  const assignments = ['state', ...table.columns].map((column) =>
    table.keptColumns.includes(column)
      ? sql`${sql.ref(column)} = coalesce(t.${sql.ref(column)}, n.${sql.ref(column)})`
      : sql`${sql.ref(column)} = n.${sql.ref(column)}`,
  )
  await sql`
    update ${sql.table(table.table)} t
    set ${sql.join(assignments)}
    from ${rowsTable(table, rows)} n
    where t.org_id = n.org_id and t.${sql.ref(table.id)} = n.${sql.ref(table.id)}`.execute(transaction)
}
