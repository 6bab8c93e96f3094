import { createReadStream } from 'node:fs'
import { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { Guard } from '@signalpost/outgoing'
import { openSession } from '@signalpost/postgres'
import { spellOutTls } from '@signalpost/runtime'
import { type Client, DatabaseError } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { AnswerError, inOurWords } from '../network/answer-error.ts'
import { UnusablePlaceError } from '../unusable-place-error.ts'
import { type Answered, containStream } from './contain-stream.ts'

const usualPort = 5432
const modes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full']
/** Any other parameter could name a file, a socket, a program or another host. */
const allowed = ['sslmode', 'application_name']

/**
 * Reads where a URL leads that passes the guard. Throws UnusablePlaceError for one that names more than a host, a port, a
 * login and a database. It needs the whole login, because the driver would fill in that of the process.
 */
function placeOf(url: string): Parameters<Guard['check']>[0] {
  const { hostname, port, username, password, searchParams } = new URL(url)
  if (!/^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/i.test(hostname))
    throw refusal('expected the name of a host or an address')
  if (username === '' || password === '') throw refusal('expected a user and a password')
  const other = [...searchParams.keys()].find((name) => !allowed.includes(name))
  if (other !== undefined) throw refusal(`expected no other parameters than ${allowed.join(' and ')}`)
  const [mode = 'disable', ...more] = searchParams.getAll('sslmode')
  if (!modes.includes(mode) || more.length > 0) throw refusal(`expected one sslmode of ${modes.join(', ')}`)
  return { host: hostname, port: port === '' ? usualPort : Number(port), isSecure: mode !== 'disable' }
}

function refusal(expected: string): UnusablePlaceError {
  return new UnusablePlaceError(`its URL cannot be used here: ${expected}`)
}

const connectTimeoutMs = 10_000
const statementTimeoutMs = 10 * 60_000
const lockTimeoutMs = 30_000
// Longer than any statement may take, to notice a server that went away silently.
const silenceLimitMs = statementTimeoutMs + 30_000
const chunkBytes = 256 * 1024

export type Connection = {
  query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  /** Runs a COPY … FROM STDIN with a file. Returns the number of rows. */
  copyFile: (statement: string, file: string) => Promise<number>
  /** Commits the changes of `work`, or none of them. */
  transact: <Result>(work: () => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

/** Opens one connection, with limits on statements, answers, and waits for locks and answers. */
export async function connect(
  { url: given, tls }: { url: string; tls?: Tls },
  guard?: Guard,
): Promise<Connection> {
  const url = tls === undefined ? given : verifiedUrl(given)
  const answered: Answered = { bytes: 0, fault: undefined }
  const socket = guard === undefined ? new Socket() : await openGuarded(guard, url)
  const ask = async <Answer>(request: () => Promise<Answer>): Promise<Answer> => {
    answered.bytes = 0
    try {
      return await request()
    } catch (error) {
      throw inWords(answered.fault ?? error)
    }
  }
  const client = await ask(() => openClient({ url, tls }, watchSocket(socket, answered), answered))
  const query = (text: string, values: unknown[] = []) =>
    ask(async () => (await client.query<Record<string, unknown>>(text, values)).rows)
  return {
    query,
    copyFile: (statement, file) =>
      ask(async () => {
        const sink = client.query(copyFrom(statement))
        await pipeline(createReadStream(file, { highWaterMark: chunkBytes }), sink)
        return sink.rowCount
      }),
    transact: async (work) => {
      await query('begin')
      try {
        const result = await work()
        await query('commit')
        return result
      } catch (cause) {
        await query('rollback').catch(() => undefined)
        throw cause
      }
    },
    close: () => client.end(),
  }
}

async function openClient(
  { url, tls }: { url: string; tls?: Tls },
  socket: Socket,
  answered: Answered,
): Promise<Client> {
  let isRead = false
  try {
    return await openSession({
      ...(tls === undefined ? { connectionString: spellOutTls(url) } : withTls(url, tls)),
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      fallback_application_name: 'signalpost',
      stream: () => socket,
      settings: {
        statement_timeout: String(statementTimeoutMs),
        lock_timeout: String(lockTimeoutMs),
        idle_in_transaction_session_timeout: String(lockTimeoutMs),
      },
      mayShareSessions: true,
      onClient: ({ connection }) => {
        isRead = true
        connection.once('sslconnect', () => containStream(connection.stream, answered))
      },
      // The query throws.
      onError: () => undefined,
    })
  } catch (cause) {
    // Nothing else would own it.
    socket.destroy()
    if (isRead) throw cause
    // The driver reads the URL, and its files, before anything else.
    const isFile = cause instanceof Error && 'path' in cause
    const what = isFile ? 'names a file that cannot be read' : 'has a part that the driver cannot read'
    throw new UnusablePlaceError(`its URL ${what}`, { cause })
  }
}

type Tls = { ca?: string; cert?: string; key?: string } | undefined

/** With certificates, the name of the server is always checked. */
function verifiedUrl(text: string): string {
  const url = new URL(text)
  if (url.searchParams.get('sslmode') === 'disable') {
    throw new UnusablePlaceError('its URL says sslmode=disable, but certificates need TLS')
  }
  url.searchParams.set('sslmode', 'verify-full')
  return url.href
}

/** The mode in the URL would win over the certificates. */
function withTls(text: string, tls: NonNullable<Tls>) {
  const url = new URL(text)
  url.searchParams.delete('sslmode')
  return { connectionString: url.href, ssl: { ...tls, rejectUnauthorized: true } }
}

/** The timer is stopped with the socket. Its error and any other have a listener at once. */
function watchSocket(socket: Socket, answered: Answered): Socket {
  containStream(socket, answered)
  return socket.setTimeout(silenceLimitMs, () => {
    answered.fault ??= new AnswerError('timeout')
    socket.destroy(answered.fault)
  })
}

async function openGuarded(guard: Guard, url: string): Promise<Socket> {
  const place = placeOf(url)
  try {
    return await guard.createSocket(place)
  } catch (error) {
    throw inWords(error)
  }
}

const driverFaults = [
  [/timeout expired|timeout exceeded/i, 'timeout'],
  [/terminated|not queryable|connection error/i, 'reset'],
  [/does not support SSL/, 'tls_missing'],
  [/Port should be/, 'url_refused'],
] as const

function inWords(error: unknown): Error {
  return inOurWords(findDriverFault(error) ?? error, isOwn)
}

function findDriverFault(error: unknown): AnswerError | undefined {
  if (!(error instanceof Error) || error instanceof DatabaseError) return undefined
  const code = driverFaults.find(([pattern]) => pattern.test(error.message))?.[1]
  return code && new AnswerError(code, { cause: error })
}

/** PostgreSQL's own errors have a severity and a code of five letters; of the driver, the faults of a login are shown. */
function isOwn(error: Error): boolean {
  if (!(error instanceof DatabaseError)) return error.message.startsWith('SASL: ')
  return /^[0-9A-Z]{5}$/.test(error.code ?? '') && /^[A-Z]{3,20}$/.test(error.severity ?? '')
}
