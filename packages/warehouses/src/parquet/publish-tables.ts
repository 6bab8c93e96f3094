import type { WarehouseTable } from '@signalpost/domain'
import { bringFile, dataFileName, newFileId, withLatest } from './files/data-files.ts'
import { writeParquet } from './latest-rows.ts'
import type { ParquetPlace } from './place.ts'
import { readState, type TableState, writeState } from './table-state.ts'
import { writeCurrent } from './write-current.ts'

/** A table that exists or will exist, and what may have to be published for it. */
export type TableToPublish = {
  table: WarehouseTable
  /** It has no known data file. */
  isEmpty: boolean
  /** Its compacted copy may be outdated, */
  isOutdated: boolean
  /** or must be rewritten in any case. */
  isMended: boolean
}

/**
 * Writes the files that people read where they are missing or outdated: a data file with the columns of a table without
 * rows, and the compacted copy.
 */
export async function publishTables(place: ParquetPlace, tables: Iterable<TableToPublish>): Promise<void> {
  const copies = new Set((await place.store.list('current')).map(({ path }) => path))
  for (const { table, isEmpty, isOutdated, isMended } of tables) {
    if (isEmpty) await addEmptyFile(place, table)
    const { name } = table
    const isWhole = copies.has(`current/${name}.parquet`) && copies.has(`current/${name}.json`)
    const isForced = isMended || !isWhole
    if (isForced || isOutdated) await writeCurrent(place, table, { isForced })
  }
}

async function addEmptyFile(place: ParquetPlace, table: WarehouseTable): Promise<void> {
  const owner = { table: table.name, orgId: place.orgId }
  const state = await readState(place.store, owner)
  if (state === undefined || state.files.length > 0) return
  await writeState(place.store, owner, { ...state, files: [await bringEmptyFile(place, table, state)] })
}

async function bringEmptyFile(place: ParquetPlace, table: WarehouseTable, { position }: TableState) {
  const name = dataFileName({ from: position, to: position, id: newFileId() })
  const written = await withLatest(place, { table, files: [] }, (_, noRows) =>
    bringFile(place, `${table.name}/${name}`, (engine, file) =>
      writeParquet(engine, `select * from ${noRows}`, file, { described: table }),
    ),
  )
  return { name, ...written }
}
