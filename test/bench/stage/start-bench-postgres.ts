import { randomBytes } from 'node:crypto'
import { migrateDatabase } from '@signalpost/database'
import { migrateQueues } from '@signalpost/queues'
import { startOwnPostgres } from '@signalpost/testing'
import pg from 'pg'

export type BenchPostgres = {
  /** Creates an empty database with the product's schema and BullMQ's. Returns its URL. */
  createDatabase: () => Promise<string>
  dropDatabase: (databaseUrl: string) => Promise<void>
  /** Every database at once: statements are counted for the server. */
  superuserUrl: string
  /** Flushes what earlier measurements left in memory, so the next one does not pay for it. */
  settle: () => Promise<void>
  /** The process whose children serve the connections. */
  readPid: () => Promise<number>
  remove: () => Promise<void>
}

/**
 * Starts the bundled server with production settings.
 *
 * @param countsStatements whether `pg_stat_statements` measures every statement, at a small cost
 */
export async function startBenchPostgres({ countsStatements = false } = {}): Promise<BenchPostgres> {
  const { url, superuserUrl, remove, stopHard, start } = await startOwnPostgres({ durable: true })
  if (countsStatements) {
    await runStatement(superuserUrl, `alter system set shared_preload_libraries = 'pg_stat_statements'`)
    await stopHard()
    await start()
    await runStatement(superuserUrl, 'create extension pg_stat_statements')
  }
  return {
    superuserUrl,
    createDatabase: async () => {
      const name = `bench_${randomBytes(6).toString('hex')}`
      const owner = new URL(url).username
      await runStatement(superuserUrl, `create database ${name} owner ${owner}`)
      const databaseUrl = Object.assign(new URL(url), { pathname: `/${name}` }).href
      await migrateDatabase({ url: databaseUrl })
      await migrateQueues({ kind: 'postgres', url: databaseUrl })
      return databaseUrl
    },
    dropDatabase: async (databaseUrl) => {
      await runStatement(superuserUrl, `drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`)
    },
    settle: async () => {
      await runStatement(superuserUrl, 'checkpoint')
    },
    readPid: async () => {
      const [row] = await runStatement(
        superuserUrl,
        `select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid`,
      )
      return Number(row?.pid)
    },
    remove,
  }
}

export type Statements = {
  query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  close: () => Promise<void>
}

/** Opens a connection that runs statements and returns their rows. */
export async function openStatements(url: string): Promise<Statements> {
  const client = new pg.Client({ connectionString: url })
  // The query throws; without a listener, a lost connection would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return {
    query: async (text, values = []) => (await client.query<Record<string, unknown>>(text, values)).rows,
    close: () => client.end(),
  }
}

/** Runs one statement on its own connection. Returns its rows. */
export async function runStatement(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const { query, close } = await openStatements(url)
  try {
    return await query(text, values)
  } finally {
    await close()
  }
}
