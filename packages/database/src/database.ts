import { Socket } from 'node:net'
import { createSessionPool } from '@signalpost/postgres'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
export type DatabaseTransaction = Transaction<Tables>
export type DatabasePool = Pool

export type DatabaseOptions = {
  url: string
  /** What `pg_stat_activity` shows. */
  applicationName: string
  maxConnections?: number
  connectTimeoutMs?: number
  /**
   * How long a statement may take, 0 for ever. Once it is given, a connection that stays silent for a second longer
   * is cut: the server would have cancelled the statement, so nothing will come any more.
   */
  statementTimeoutMs?: number
  /** Told of connections that die; their queries meet errors of their own. */
  onConnectionError: (error: Error) => void
}

const connectTimeoutDefaultMs = 5_000
const statementTimeoutDefaultMs = 30_000
const silenceToleratedMs = 1_000
const lostClientTimeoutMs = 15_000
// A new connection knows neither the tables nor its statements yet, which would cost the first of every burst dearly.
const idleTimeoutMs = 5 * 60_000

/**
 * A pool of connections to the primary. Every commit is durable before it is answered
 * (`synchronous_commit = on`), whatever the server's default is.
 */
export function createDatabase(options: DatabaseOptions): { database: Database; pool: Pool } {
  const pool = createSessionPool({
    connectionString: options.url,
    application_name: options.applicationName,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? connectTimeoutDefaultMs,
    idleTimeoutMillis: idleTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    settings: {
      synchronous_commit: 'on',
      timezone: 'UTC',
      statement_timeout: String(options.statementTimeoutMs ?? statementTimeoutDefaultMs),
      // What a process that vanished had locked is free again soon enough for work to resume.
      idle_in_transaction_session_timeout: String(lostClientTimeoutMs),
      tcp_user_timeout: String(lostClientTimeoutMs),
    },
  })
  pool.on('error', options.onConnectionError)
  // A connection that is cut while in use fails its query and emits an error besides, which nobody else hears.
  pool.on('connect', (client) => client.on('error', options.onConnectionError))
  if (options.statementTimeoutMs) cutSilentConnections(pool, options.statementTimeoutMs + silenceToleratedMs)
  return { database: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }), pool }
}

/** A network that swallows packets tells nobody: without a limit a query on it would wait for many minutes. */
function cutSilentConnections(pool: Pool, limitMs: number): void {
  pool.on('connect', (client) => {
    const { stream } = client.connection
    if (!(stream instanceof Socket)) return
    stream.setTimeout(limitMs)
    // Not as the argument of setTimeout, which is told of the first silence only: that of an idle connection.
    stream.on('timeout', () => {
      // Silence is as it should be while no statement is under way.
      if (!('readyForQuery' in client) || client.readyForQuery === true) return
      const message = `The server was silent for ${limitMs} ms.`
      stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }))
    })
  })
}
