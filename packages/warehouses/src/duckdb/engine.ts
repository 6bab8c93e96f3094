import { setTimeout } from 'node:timers/promises'
import type { DuckDBValue } from '@duckdb/node-api'

/** The engine uses more than it counts: about 64 MiB in the worst case seen. */
const memoryLimit = '160MB'
const threads = '2'
/** How much the process keeps of what earlier statements took, so that small ones need not give it back. */
const keptBytes = 32 * 1024 * 1024
const interruptEveryMs = 20

type Row = Readonly<Record<string, unknown>>

/** DuckDB in this process, with limited memory; the rest goes to the scratch directory. */
export type Engine = {
  query: (text: string, values?: DuckDBValue[]) => Promise<Row[]>
  /** Returns how many rows a statement wrote. */
  run: (text: string, values?: DuckDBValue[]) => Promise<number>
  /** Commits the changes of `work`, or none of them. */
  transact: (work: () => Promise<void>) => Promise<void>
  /** Gives back to the system what earlier statements have freed. The process would keep more of it with each. */
  trim: () => Promise<void>
  /** Ends the statements that still run, which reject. */
  close: () => Promise<void>
}

export type EngineOptions = {
  /** A directory for data that exceeds the memory limit. */
  scratch: string
  /** A database's file; by default the database is in memory. */
  file?: string
  isReadOnly?: boolean
}

/** Opens DuckDB, which loads no extensions. */
export async function openEngine({
  scratch,
  file = ':memory:',
  isReadOnly = false,
}: EngineOptions): Promise<Engine> {
  // Loads the library only in processes that have such a warehouse.
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const instance = await DuckDBInstance.create(file, {
    access_mode: isReadOnly ? 'READ_ONLY' : 'AUTOMATIC',
    memory_limit: memoryLimit,
    threads,
    temp_directory: scratch,
    // The system keeps what was read from files too, and does not count it as this process's memory.
    enable_external_file_cache: 'false',
    preserve_insertion_order: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  })
  try {
    const connection = await instance.connect()
    await connection.run("set TimeZone = 'UTC'")
    let trimmedBytes = process.memoryUsage.rss()
    let isClosed = false
    const running = new Set<Promise<unknown>>()
    const query: Engine['query'] = async (text, values) => {
      if (isClosed) throw new Error('the engine is closed')
      const reading = connection.runAndReadAll(text, values)
      running.add(reading)
      try {
        return (await reading).getRowObjectsJS()
      } finally {
        running.delete(reading)
      }
    }
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
      trim: async () => {
        if (process.memoryUsage.rss() - trimmedBytes < keptBytes) return
        // DuckDB has its allocators give back what is free whenever its limit is set.
        await run(`set memory_limit = '${memoryLimit}'`)
        trimmedBytes = process.memoryUsage.rss()
      },
      close: async () => {
        isClosed = true
        // DuckDB hangs or ends the process where it is closed in the midst of a statement. A statement that is about
        // to begin misses an interrupt.
        while (running.size > 0) {
          connection.interrupt()
          await Promise.race([Promise.allSettled(running), setTimeout(interruptEveryMs)])
        }
        connection.closeSync()
        instance.closeSync()
      },
    }
  } catch (cause) {
    instance.closeSync()
    throw cause
  }
}
