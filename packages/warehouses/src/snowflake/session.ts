import { describeProxy, leadsThrough, type OutgoingProxy } from '@signalpost/outgoing'
import { SnowflakeError } from './snowflake-error.ts'

/** The part of `snowflake-sdk` in use. */
export type SnowflakeLibrary = {
  configure: (options: Record<string, unknown>) => void
  createConnection: (options: Record<string, unknown>) => Connection
}

type Connection = {
  connect: (done: (error: LibraryError | undefined) => void) => unknown
  execute: (statement: {
    sqlText: string
    binds: readonly string[]
    complete: (error: LibraryError | undefined, statement: unknown, rows: Row[] | undefined) => void
  }) => unknown
  destroy: (done: (error: LibraryError | undefined) => void) => unknown
}

type LibraryError = {
  message: string
  code?: string | number | undefined
  sqlState?: string
  response?: { status?: number; statusCode?: number }
}

export type Row = Readonly<Record<string, unknown>>

/** Runs statements one after another on one connection. Throws SnowflakeError. */
export type Session = {
  run: (sql: string, binds?: readonly string[]) => Promise<Row[]>
  close: () => Promise<void>
}

export type SnowflakeLogin = {
  account: string
  user: string
  database: string
  schema: string
  compute: string
  privateKey: string
  proxy?: OutgoingProxy | undefined
}

// A statement whose client is gone ends by itself and holds no lock. Each call runs one statement, whatever its text.
const sessionSettings = [
  "TIMEZONE = 'UTC'",
  "TIMESTAMP_INPUT_FORMAT = 'AUTO'",
  'ABORT_DETACHED_QUERY = TRUE',
  'LOCK_TIMEOUT = 600',
  'MULTI_STATEMENT_COUNT = 1',
  'STATEMENT_TIMEOUT_IN_SECONDS = 3600',
]

/** Logs in. Throws SnowflakeError. */
export async function openSession(library: SnowflakeLibrary, login: SnowflakeLogin): Promise<Session> {
  // Otherwise the library writes `snowflake.log` into the working directory.
  library.configure({ logLevel: 'OFF', additionalLogToConsole: false })
  const connection = library.createConnection({
    account: login.account,
    username: login.user,
    authenticator: 'SNOWFLAKE_JWT',
    privateKey: login.privateKey,
    database: login.database,
    schema: login.schema,
    warehouse: login.compute,
    application: 'Signalpost',
    rowMode: 'object',
    // The sync itself retries; the library would wait for minutes.
    sfRetryMaxLoginRetries: 1,
    ...proxyOptionsOf(login),
  })
  await call((done) => connection.connect(done))
  const session: Session = {
    run: (sqlText, binds = []) =>
      new Promise((resolve, reject) => {
        connection.execute({
          sqlText,
          binds,
          complete: (error, _statement, rows) => (error ? reject(asError(error)) : resolve(rows ?? [])),
        })
      }),
    close: () => call((done) => connection.destroy(done)),
  }
  try {
    await session.run(`ALTER SESSION SET ${sessionSettings.join(', ')}`)
  } catch (cause) {
    await session.close().catch(() => undefined)
    throw cause
  }
  return session
}

function call(start: (done: (error: LibraryError | undefined) => void) => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error ? reject(asError(error)) : resolve()))
  })
}

function asError({ message, code, sqlState, response }: LibraryError): SnowflakeError {
  const httpStatus = response?.statusCode ?? response?.status
  return new SnowflakeError(message, {
    ...(code === undefined ? {} : { code: String(code) }),
    ...(sqlState === undefined ? {} : { sqlState }),
    ...(httpStatus === undefined ? {} : { httpStatus }),
  })
}

/** Whatever the account is called, its host is one of Snowflake. */
export function hostOf({ account }: Pick<SnowflakeLogin, 'account'>): string {
  return `${account}.snowflakecomputing.com`
}

/** The library also reaches the bucket of a stage, whose host the account names. */
function proxyOptionsOf({ account, proxy }: SnowflakeLogin): Record<string, unknown> {
  if (!leadsThrough(proxy, hostOf({ account }))) return {}
  const { user, password } = describeProxy(proxy)
  const bypassed = (proxy.exceptedNames ?? []).map((name) => (name.startsWith('.') ? `*${name}` : name))
  return {
    proxyHost: proxy.host,
    proxyPort: proxy.port,
    ...(user !== undefined && { proxyUser: user, proxyPassword: password }),
    ...(bypassed.length > 0 && { noProxy: bypassed.join('|') }),
  }
}
