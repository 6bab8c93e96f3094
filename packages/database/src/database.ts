import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Pool } from 'pg'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
export type DatabaseTransaction = Transaction<Tables>

export type DatabaseOptions = {
  url: string
  /** What `pg_stat_activity` shows. */
  applicationName: string
  maxConnections?: number
  connectTimeoutMs?: number
  statementTimeoutMs?: number
  /** Told of connections that die; their queries meet errors of their own. */
  onConnectionError: (error: Error) => void
}

const connectTimeoutDefaultMs = 5_000
const statementTimeoutDefaultMs = 30_000

/**
 * A pool of connections to the primary. Every commit is durable before it is answered
 * (`synchronous_commit = on`), whatever the server's default is.
 */
export function createDatabase(options: DatabaseOptions): { database: Database; pool: Pool } {
  const pool = new Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? connectTimeoutDefaultMs,
    statement_timeout: options.statementTimeoutMs ?? statementTimeoutDefaultMs,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    options: '-c synchronous_commit=on -c timezone=UTC',
  })
  pool.on('error', options.onConnectionError)
  // A connection that is cut while in use fails its query and emits an error besides, which nobody else hears.
  pool.on('connect', (client) => client.on('error', options.onConnectionError))
  return { database: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), pool }
}
