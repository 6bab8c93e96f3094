import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { WarehouseTable } from '@signalpost/domain'
import type { Engine } from '../../duckdb/engine.ts'
import { selectLatest, writeParquet } from '../latest-rows.ts'
import type { ParquetPlace } from '../place.ts'
import { type DataFile, padPosition, type TableState } from '../table-state.ts'
import { DamagedFilesError } from './damaged-files-error.ts'
import { findStrange, findUnreadable } from './find-unreadable.ts'

/** Returns the name of a file with the rows that changed after `from`, up to `to`. */
export function dataFileName({ from, to, id }: { from: bigint; to: bigint; id: string }): string {
  return `${padPosition(from)}-${padPosition(to)}-${id}.parquet`
}

/** Whether a path is that of a table's data file, or of one half written. Whatever else lies there is someone else's. */
export function isDataFile({ name }: Pick<WarehouseTable, 'name'>, path: string): boolean {
  return (
    path.startsWith(`${name}/`) &&
    /^\d{19}-\d{19}-[^/]+\.parquet(\.[^/]+\.tmp)?$/.test(path.slice(name.length + 1))
  )
}

/** Returns the `from` of a data file. */
function startOf({ name }: DataFile): bigint {
  return BigInt(name.slice(0, 19))
}

/** Returns the path of a data file. */
export function pathOf({ name }: WarehouseTable, file: Pick<DataFile, 'name'>): string {
  return `${name}/${file.name}`
}

export function newFileId(): string {
  return randomUUID().replaceAll('-', '')
}

/** Writes a Parquet file locally and uploads it. */
export async function bringFile(
  { store, scratch, getEngine }: ParquetPlace,
  path: string,
  write: (engine: Engine, file: string) => Promise<number>,
): Promise<{ rows: number; bytes: number }> {
  const file = join(scratch, `${randomUUID()}.parquet`)
  try {
    const rows = await write(await getEngine(), file)
    const { size: bytes } = await stat(file)
    await store.upload(file, path)
    return { rows, bytes }
  } finally {
    await rm(file, { force: true })
  }
}

/**
 * Calls `use` with a source to select from, which has the workspace's rows in their greatest versions. Skips missing
 * files and reports them to `onMissing`. Throws DamagedFilesError if others cannot be read, or hold no rows of the table.
 */
export async function withLatest<Result>(
  { store, getEngine }: ParquetPlace,
  {
    table,
    files,
    onMissing,
  }: { table: WarehouseTable; files: readonly DataFile[]; onMissing?: (paths: readonly string[]) => void },
  use: (engine: Engine, from: string) => Promise<Result>,
): Promise<Result> {
  const paths = files.map((file) => pathOf(table, file))
  return store.withFiles(paths, async (found) => {
    onMissing?.(paths.filter((path) => !found.some((one) => one.path === path)))
    const engine = await getEngine()
    // The rows of such a file would become those of no key, or fail every statement without naming it.
    const strange = await findStrange(engine, { table, files: found })
    if (strange.length > 0) throw new DamagedFilesError(strange)
    try {
      return await use(engine, await selectLatest(engine, { table, files: found.map(({ file }) => file) }))
    } catch (cause) {
      if (isOfStore(cause)) throw cause
      const unreadable = await findUnreadable(engine, { table, files: found })
      throw unreadable.length === 0 ? cause : new DamagedFilesError(unreadable, { cause })
    }
  })
}

/** Errors of file systems and buckets, unlike those of DuckDB, say nothing about a file's content. */
function isOfStore(error: unknown): boolean {
  return error instanceof Error && ('code' in error || '$metadata' in error)
}

/** Merges several files into one. Returns the new file. */
export async function mergeFiles(
  place: ParquetPlace,
  { table, state, files }: { table: WarehouseTable; state: TableState; files: readonly DataFile[] },
): Promise<DataFile> {
  const starts = [state.position, ...files.map(startOf)].toSorted((a, b) => (a < b ? -1 : 1))
  const from = starts[0] ?? state.position
  const name = dataFileName({ from, to: state.position, id: newFileId() })
  const written = await withLatest(place, { table, files }, (_, latest) =>
    bringFile(place, `${table.name}/${name}`, (engine, file) =>
      writeParquet(engine, `select * from ${latest}`, file, { described: table }),
    ),
  )
  return { name, ...written }
}

/**
 * Rewrites a file without the rows of which `isOut` holds, in SQL with values. Returns the new file, or the same one if it
 * has none of them.
 */
export async function leaveOutRows(
  place: ParquetPlace,
  { table, file, isOut, values }: { table: WarehouseTable; file: DataFile; isOut: string; values: string[] },
): Promise<DataFile> {
  return withLatest(place, { table, files: [file] }, async ({ query }, latest) => {
    const [found] = await query(`select count(*)::integer as rows from ${latest} where ${isOut}`, values)
    if (found?.rows === 0) return file
    const name = dataFileName({ from: startOf(file), to: BigInt(file.name.slice(20, 39)), id: newFileId() })
    const written = await bringFile(place, `${table.name}/${name}`, (engine, local) =>
      writeParquet(engine, `select * from ${latest} where not (${isOut})`, local, { values }),
    )
    return { name, ...written }
  })
}
