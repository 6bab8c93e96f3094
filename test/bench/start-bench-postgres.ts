import { randomBytes } from 'node:crypto'
import { migrateDatabase } from '@signalpost/database'
import { migrateQueues } from '@signalpost/queues'
import pg from 'pg'
import { startOwnPostgres } from '../support/start-own-postgres.ts'

export type BenchPostgres = {
  /** Makes an empty database with the product's schema and BullMQ's; answers its URL. */
  createDatabase: () => Promise<string>
  dropDatabase: (databaseUrl: string) => Promise<void>
  /** Writes out what earlier measurements left in memory, so that the next one does not pay for it. */
  settle: () => Promise<void>
  remove: () => Promise<void>
}

/** The server that the product brings, with the settings of production. */
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

/** A connection for statements, which answers their rows. */
export async function openStatements(url: string): Promise<Statements> {
  const client = new pg.Client({ connectionString: url })
  // What goes wrong is thrown by the query; without a listener a lost connection ends the process.
  client.on('error', () => undefined)
  await client.connect()
  return {
    query: async (text, values = []) => (await client.query<Record<string, unknown>>(text, values)).rows,
    close: () => client.end(),
  }
}

/** Runs one statement on a connection of its own and answers its rows. */
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
