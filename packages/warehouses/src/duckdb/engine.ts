import type { DuckDBValue } from '@duckdb/node-api'

/** Beside it stands what the engine does not count: about 64 MiB more in the worst case seen. */
const memoryLimit = '160MB'
const threads = '2'

type Row = Readonly<Record<string, unknown>>

/** DuckDB within this process, bounded in memory; what does not fit goes to the scratch directory. */
export type Engine = {
  query: (text: string, values?: DuckDBValue[]) => Promise<Row[]>
  /** Answers how many rows a statement wrote. */
  run: (text: string, values?: DuckDBValue[]) => Promise<number>
  /** Commits what `work` did, or leaves nothing of it. */
  transact: (work: () => Promise<void>) => Promise<void>
  close: () => void
}

export type EngineOptions = {
  /** A directory for what does not fit into memory. */
  scratch: string
  /** A database's file; by default the database is in memory. */
  file?: string
  isReadOnly?: boolean
}

/** Opens DuckDB. It loads no extensions, from nowhere. */
export async function openEngine({
  scratch,
  file = ':memory:',
  isReadOnly = false,
}: EngineOptions): Promise<Engine> {
  // Only a process that has such a warehouse loads the library.
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(file, {
    access_mode: isReadOnly ? 'READ_ONLY' : 'AUTOMATIC',
    memory_limit: memoryLimit,
    threads,
    temp_directory: scratch,
    preserve_insertion_order: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  const close = () => instance.closeSync()
  try {
    const connection = await instance.connect()
    await connection.run("set TimeZone = 'UTC'")
    const query: Engine['query'] = async (text, values) =>
      (await connection.runAndReadAll(text, values)).getRowObjectsJS()
    const run: Engine['run'] = async (text, values) => Number((await query(text, values))[0]?.Count ?? 0)
    return {
      query,
      run,
      transact: async (work) => {
        await run('begin')
        try {
          await work()
          await run('commit')
        } catch (cause) {
          await run('rollback').catch(() => undefined)
          throw cause
        }
      },
      close: () => {
        connection.closeSync()
        close()
      },
    }
  } catch (cause) {
    close()
    throw cause
  }
}
