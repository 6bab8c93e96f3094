import { NotReadyError, TransientError } from '@signalpost/domain'

const faultClasses = new Set([
  '08', // connection
  '25', // read-only or aborted transaction, as on a primary that was demoted
  '40', // serialization failure, deadlock
  '53', // disk full, out of memory, too many connections
  '55', // lock not available, object in use
  '57', // shutdown, cancelled, statement timeout
  '58', // I/O
  'XX', // internal error, data corrupted
])
const faultStates = new Set(['28P01', '28000', '3D000', '42501', '42P01'])
const faultCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EAGAIN', // the backlog of a Unix socket is full
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EADDRNOTAVAIL',
])
const faultMessages =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|query read timeout|cannot use a pool after calling end|server closed the connection|client was closed|connection ended/i

/**
 * Whether an error comes from the store (away, full, shutting down, contended, not yet migrated) and not from the work
 * itself. Such a fault costs no attempt.
 */
export function isStoreFault(error: unknown): boolean {
  for (const cause of chainOf(error)) {
    if (cause instanceof NotReadyError) return true
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (faultCodes.has(code) || faultStates.has(code)) return true
    if (/^[0-9A-Z]{5}$/.test(code) && faultClasses.has(code.slice(0, 2))) return true
    if (faultMessages.test(cause.message)) return true
  }
  return false
}

/** Whether a connection could not be opened, or broke: the server, or what leads to it, may be back in a moment. */
export function isConnectionFault(error: unknown): boolean {
  return chainOf(error).some((cause) => {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    return faultCodes.has(code) || /^(08|57P0[123]|53300)/.test(code) || faultMessages.test(cause.message)
  })
}

/** Throws TransientError for a fault of the store. Returns for any other error. */
export function throwIfStoreFault(error: unknown): void {
  if (isStoreFault(error)) throw new TransientError('The store could not be used.', { cause: error })
}

/** Returns an error and its causes, a limited number of them. */
export function chainOf(error: unknown): Error[] {
  const chain: Error[] = []
  for (let next = error; next instanceof Error && chain.length < 8; next = next.cause) {
    chain.push(next)
    if (next instanceof AggregateError) chain.push(...next.errors.filter((inner) => inner instanceof Error))
  }
  return chain
}
