import { Socket } from 'node:net'
import { createSessionPool } from '@signalpost/postgres'
import { Kysely, PostgresDialect, type RawBuilder, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { Tables } from './tables.ts'

/**
 * SQL for a search_path that begins with the schema of our tables. By default it begins with a schema of the role's
 * name: one that is created later, such as that of a warehouse in this database, would hide our tables behind its own.
 * The schema is the first in the path that has our tables; before the first migration, where the path is the default,
 * the one that gets them. Null otherwise, so that a path without our tables is reported.
 */
const searchPathSql = `
  select case
    when path = home or starts_with(path, home || ', ') then path
    else home || ', ' || path
  end
  from (
    select current_setting('search_path') as path, quote_ident(coalesce(
      (
        select name from unnest(current_schemas(false)) with ordinality as schemas(name, place)
        where to_regclass(quote_ident(name) || '.kysely_migration') is not null order by place limit 1
      ),
      (select current_schema() from pg_settings where name = 'search_path' and source = 'default')
    )) as home
  ) found
  where home is not null`

export type Database = Kysely<Tables>
export type DatabaseTransaction = Transaction<Tables>
export type DatabasePool = Pool

export type DatabaseOptions = {
  url: string
  /** Shown in `pg_stat_activity`. */
  applicationName: string
  maxConnections?: number
  connectTimeoutMs?: number
  /**
   * How long a statement may take; 0 for no limit. A connection that stays silent for a second longer is closed: the
   * server would have cancelled the statement, so no answer will come.
   */
  statementTimeoutMs?: number
  /** Whether a pooler in transaction mode may be in front of the database; by default, it is refused. */
  mayShareSessions?: boolean | undefined
  /** Called with the error of a connection that dies; its queries fail with errors of their own. */
  onConnectionError: (error: Error) => void
}

const connectTimeoutDefaultMs = 5_000
const statementTimeoutDefaultMs = 30_000
const silenceToleratedMs = 1_000
const lostClientTimeoutMs = 15_000
// A new connection first has to load tables and statements, so it outlasts a pause; at rest it holds 3 MB of the server.
const idleTimeoutMs = 30_000

/**
 * Creates a pool of connections to the primary. Every commit is durable before it is answered (`synchronous_commit =
 * on`), whatever the server's default.
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
      statement_timeout: String(options.statementTimeoutMs ?? statementTimeoutDefaultMs),
      // Frees the locks of a process that vanished soon enough for work to resume.
      idle_in_transaction_session_timeout: String(lostClientTimeoutMs),
    },
    computedSettings: { search_path: searchPathSql },
    connectionSettings: { tcp_user_timeout: String(lostClientTimeoutMs) },
    mayShareSessions: options.mayShareSessions,
  })
  pool.on('error', options.onConnectionError)
  // A connection that breaks while in use fails its query and emits another error, which no one else handles.
  pool.on('connect', (client) => client.on('error', options.onConnectionError))
  if (options.statementTimeoutMs) cutSilentConnections(pool, options.statementTimeoutMs + silenceToleratedMs)
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  pools.set(database, pool)
  return { database, pool }
}

const pools = new WeakMap<Database, Pool>()

/**
 * Runs a statement that each connection plans once, under `name`: for one that runs again and again and takes longer to
 * plan than to run. The plan may date from the start of a day, when the table of its deliveries is empty.
 */
export async function runPrepared<Row>(
  database: Database,
  { name, statement }: { name: string; statement: RawBuilder<Row> },
): Promise<Row[]> {
  const pool = pools.get(database)
  if (pool === undefined)
    throw new Error(`The statement ${name} needs a connection that no transaction holds.`)
  const { sql: text, parameters } = statement.compile(database)
  const { rows } = await pool.query<Row & object>({ name, text, values: [...parameters] })
  return rows
}

/** A network that swallows packets reports nothing: without a limit, a query would wait for many minutes. */
function cutSilentConnections(pool: Pool, limitMs: number): void {
  pool.on('connect', (client) => {
    const { stream } = client.connection
    if (!(stream instanceof Socket)) return
    stream.setTimeout(limitMs)
    // Not the argument of setTimeout, which is only called for the first silence, that of an idle connection.
    stream.on('timeout', () => {
      // An idle connection may be silent.
      if (!('readyForQuery' in client) || client.readyForQuery === true) return
      const message = `The server was silent for ${limitMs} ms.`
      stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }))
    })
  })
}
