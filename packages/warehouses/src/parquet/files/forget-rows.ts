import { hourMs, type WarehouseTable } from '@signalpost/domain'
import { quote } from '../../quote.ts'
import type { ParquetPlace } from '../place.ts'
import { type DataFile, type Gone, readState, writeState } from '../table-state.ts'
import { leaveOutRows, pathOf, withLatest } from './data-files.ts'

/** How long the contents of a deleted record may stay in files: each time, all of them are read. */
const forgetsAfterMs = hourMs
/** More are not named one by one. */
const mostKeys = 1_000

/** Whether a table has contents to forget: what names or quotes a person. */
export function isForgetful({ columns }: WarehouseTable): boolean {
  return columns.some(({ isPersonal }) => isPersonal)
}

/** Whether a row has lost its contents, as SQL: its record was deleted, or erased. */
export function isEmptied({ erasedColumn }: WarehouseTable): string {
  return erasedColumn === undefined ? '_deleted' : `(_deleted or ${quote(erasedColumn)} is null)`
}

/** Adds the keys of records that lost their contents. */
export function addGone(before: Gone | undefined, keys: readonly string[]): Gone | undefined {
  if (keys.length === 0) return before
  const all = before?.keys === null ? null : [...new Set([...(before?.keys ?? []), ...keys])]
  return {
    since: before?.since ?? new Date().toISOString(),
    keys: all === null || all.length > mostKeys ? null : all,
  }
}

export function isDue(gone: Gone | undefined): boolean {
  return gone !== undefined && Date.parse(gone.since) <= Date.now() - forgetsAfterMs
}

/**
 * Removes the contents of deleted and erased records from all files of a table, and the files that were replaced earlier.
 * The rows without contents stay. A record that is there again keeps its rows.
 */
export async function forgetRows(place: ParquetPlace, table: WarehouseTable): Promise<void> {
  const { store, orgId } = place
  const owner = { table: table.name, orgId }
  const before = await readState(store, owner)
  if (before?.gone === undefined) return
  const tombstones = await readTombstones(place, table, { files: before.files, keys: before.gone.keys })
  const condition = {
    isOut: `org_id = $1 and not ${isEmptied(table)} and exists (
      select 1 from (select unnest(from_json($2, '[{"gone":"VARCHAR","until":"BIGINT"}]'), recursive := true)) deleted
      where deleted.gone = ${quote(table.key)} and _version < deleted.until)`,
    values: [orgId, JSON.stringify(tombstones)],
  }
  const files: DataFile[] = []
  for (const file of before.files) files.push(await leaveOutRows(place, { table, file, ...condition }))
  const { gone: _, ...state } = before
  await writeState(store, owner, { ...state, files, replaced: [] })
  const leaving = [...before.files.filter((file) => !files.includes(file)), ...before.replaced]
  await store.remove(leaving.map((file) => pathOf(table, file)))
}

type Tombstone = { gone: string; until: string }

async function readTombstones(
  { orgId, ...place }: ParquetPlace,
  table: WarehouseTable,
  { files, keys }: { files: readonly DataFile[]; keys: readonly string[] | null },
): Promise<Tombstone[]> {
  const key = quote(table.key)
  return withLatest({ orgId, ...place }, { table, files }, async ({ query }, latest) => {
    const rows = await query(
      `select to_json(${key})::varchar as gone, _version::varchar as until from ${latest}
       where org_id = $1 and ${isEmptied(table)} and ($2 = 'null' or list_contains(from_json($2, '["VARCHAR"]'), ${key}))`,
      [orgId, JSON.stringify(keys)],
    )
    return rows.map(({ gone, until }) => ({ gone: String(JSON.parse(String(gone))), until: String(until) }))
  })
}
