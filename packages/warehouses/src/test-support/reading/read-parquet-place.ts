import { openEngine } from '../../duckdb/engine.ts'
import { selectLatest } from '../../parquet/latest-rows.ts'
import type { FileStore } from '../../parquet/stores/file-store.ts'
import { readStates } from '../../parquet/table-state.ts'
import type { Place } from '../warehouse-rig.ts'
import { readDuckdbRows } from './read-duckdb-rows.ts'

/** Reads what is committed, in all workspaces. */
export function readParquetPlace({
  openStore,
  scratch,
}: {
  openStore: () => Promise<FileStore>
  scratch: string
}): Pick<Place, 'readRows' | 'hasTable'> {
  const withStore = async <Result>(use: (store: FileStore) => Promise<Result>): Promise<Result> => {
    const store = await openStore()
    try {
      return await use(store)
    } finally {
      store.close()
    }
  }
  return {
    readRows: (table) =>
      withStore(async (store) => {
        const states = Object.values(await readStates(store, table.name))
        const paths = states.flatMap(({ files }) => files.map(({ name }) => `${table.name}/${name}`))
        const engine = await openEngine({ scratch })
        try {
          return await store.withFiles(paths, async (found) => {
            const from = await selectLatest(engine, { table, files: found.map(({ file }) => file) })
            return readDuckdbRows(engine, { table, from })
          })
        } finally {
          await engine.close()
        }
      }),
    hasTable: ({ name }) => withStore(async (store) => (await store.list(name)).length > 0),
  }
}
