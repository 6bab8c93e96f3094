import type { WarehouseTable } from '@signalpost/domain'
import type { Engine } from '../duckdb/engine.ts'
import { DamagedFilesError } from './files/damaged-files-error.ts'
import { pathOf, withLatest } from './files/data-files.ts'
import type { ParquetPlace } from './place.ts'
import type { TableState } from './table-state.ts'

/** The result, and the missing or unreadable files whose rows it lacks. */
export type ReadTable<Result> = { result: Result; damaged: readonly string[] }

/** Reads the workspace's rows of a table in their greatest versions; undefined if there is no such table. */
export async function readTable<Result>(
  place: ParquetPlace,
  { table, state }: { table: WarehouseTable; state: TableState | undefined },
  read: (engine: Engine, from: string) => Promise<Result>,
): Promise<ReadTable<Result> | undefined> {
  if (state === undefined) return undefined
  const damaged = new Set<string>()
  // Each round but the last excludes one more file.
  for (;;) {
    const files = state.files.filter((file) => !damaged.has(pathOf(table, file)))
    try {
      const onMissing = (paths: readonly string[]) => {
        for (const path of paths) damaged.add(path)
      }
      const result = await withLatest(place, { table, files, onMissing }, read)
      return { result, damaged: [...damaged] }
    } catch (error) {
      if (!(error instanceof DamagedFilesError)) throw error
      for (const path of error.paths) damaged.add(path)
    }
  }
}
