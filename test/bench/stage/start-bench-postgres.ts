import { randomBytes } from 'node:crypto'
import { migrateDatabase } from '@signalpost/database'
import { migrateQueues } from '@signalpost/queues'
import { startOwnPostgres } from '@signalpost/testing'
import pg from 'pg'

export type BenchPostgres = {
  /** Creates an empty database with the product's schema and BullMQ's. Returns its URL. */
  createDatabase: () => Promise<string>
  dropDatabase: (databaseUrl: string) => Promise<void>
  /** Flushes what earlier measurements left in memory, so the next one does not pay for it. */
  settle: () => Promise<void>
  remove: () => Promise<void>
}

/** Starts the bundled server with production settings. */
export async function startBenchPostgres(): Promise<BenchPostgres> {
  const { url, superuserUrl, remove } = await startOwnPostgres({ durable: true })
  return {
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
