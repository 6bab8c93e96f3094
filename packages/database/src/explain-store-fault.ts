import { explainTlsFault, NotReadyError } from '@signalpost/domain'
import { chainOf, isStoreFault } from './store-fault.ts'

const startServer = 'Start the server, or correct DATABASE_URL.'
const correctUrl = 'Correct DATABASE_URL.'
/** The driver's own words, for want of a code. */
const withoutTls = 'The server does not support SSL connections'
const database = { server: 'the database', variable: 'DATABASE_URL' }

/**
 * What codes of the network and of PostgreSQL mean. Never the server's own text, which contains user names.
 */
const explanations: Record<string, [message: string, remedy: string]> = {
  ECONNREFUSED: ['the database is unreachable', startServer],
  ECONNRESET: ['the database closed the connection', startServer],
  EPIPE: ['the database closed the connection', startServer],
  ETIMEDOUT: ['the database is unreachable', startServer],
  EHOSTUNREACH: ['the database is unreachable', startServer],
  ENETUNREACH: ['the database is unreachable', startServer],
  ENOENT: ['the database is unreachable', startServer],
  EACCES: ['this user may not use the socket of the database', 'Give the user access to the socket.'],
  ENOTFOUND: ['the host of the database is unknown', correctUrl],
  EAI_AGAIN: ['the host of the database cannot be resolved at the moment', 'Check the name service.'],
  '28P01': ['the database refuses the password', correctUrl],
  '28000': ['the database refuses the user', 'Correct DATABASE_URL, or allow the user in pg_hba.conf.'],
  '3D000': ['there is no such database on the server', 'Create it, or correct DATABASE_URL.'],
  '42501': [
    'the user lacks a privilege on the tables',
    'Use the role that ran the migrations, or run ./signalpost migrate --grant-to ROLE as that one.',
  ],
  '53300': ['the database has no connection left', 'Raise max_connections, or run fewer processes.'],
  '57P01': ['the database is shutting down', startServer],
  '57P02': ['the database is shutting down', startServer],
  '57P03': ['the database is starting up or shutting down', 'Wait for the server.'],
}

/** Explains an error of the database as a reason for not being ready, fit to show to anyone. */
export function explainStoreFault(error: unknown): NotReadyError {
  for (const cause of chainOf(error)) {
    if (cause instanceof NotReadyError) return cause
    const code = 'code' in cause ? String(cause.code) : ''
    const [message, remedy] = (Object.hasOwn(explanations, code) ? explanations[code] : undefined) ?? []
    if (message !== undefined && remedy !== undefined) {
      return new NotReadyError(`${message} (${code})`, remedy, { cause: error })
    }
    const tlsFault = explainTlsFault(code, database)
    if (tlsFault !== undefined) {
      return new NotReadyError(`${tlsFault.message} (${code})`, tlsFault.remedy, { cause: error })
    }
    if (cause.message === withoutTls) {
      return new NotReadyError(
        'the database does not speak TLS, which DATABASE_URL demands',
        'Set ssl = on on the server, or remove sslmode and sslrootcert from DATABASE_URL.',
        { cause: error },
      )
    }
  }
  return new NotReadyError('the database does not answer', startServer, { cause: error })
}

/** For work that is repeated until the store is back; passes on a bug unchanged. */
export function rethrowExplained(error: unknown): never {
  throw isStoreFault(error) ? explainStoreFault(error) : error
}
