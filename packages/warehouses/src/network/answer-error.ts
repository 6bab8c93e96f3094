import { OutgoingError, type OutgoingErrorCode, TunnelError } from '@signalpost/outgoing'
import { RefusedRowError } from '../refused-row-error.ts'
import type { Fault } from '../target.ts'
import { UnusablePlaceError } from '../unusable-place-error.ts'

const words = {
  refused: 'nothing accepts connections there',
  unreachable: 'no network leads there',
  timeout: 'it did not answer in time',
  reset: 'it ended the connection before its answer was complete',
  dns_failed: 'its name could not be resolved',
  tls_failed: 'no secure connection could be established',
  tls_missing: 'it offers no TLS, which the sslmode of the URL demands',
  url_refused: 'its URL cannot be used',
  address_refused: 'it is not at a public address, nor at one of SIGNALPOST_WAREHOUSE_PRIVATE_ADDRESSES',
  protocol_refused: 'a public address is only reached with TLS',
  port_refused: 'its port is not allowed',
  too_large: 'its answer is too large',
  not_understood: 'what answers there does not speak its protocol',
} as const

export type AnswerCode = keyof typeof words | `http_${number}`

/**
 * A warehouse could not be reached, or what answered is no such warehouse. The message is ours: it contains nothing of
 * the answer, which may come from a server that its reader must not see.
 */
export class AnswerError extends Error {
  override readonly name = 'AnswerError'
  readonly code: AnswerCode

  constructor(code: AnswerCode, options: ErrorOptions & { detail?: string } = {}) {
    const said = isHttp(code) ? `it answered with status ${code.slice(5)}` : words[code]
    super(`${said} (${[code, options.detail].filter(Boolean).join(', ')})`, options)
    this.code = code
  }
}

function isHttp(code: AnswerCode): code is `http_${number}` {
  return code.startsWith('http_')
}

/** Whether waiting mends what is wrong with a connection; undefined for any other error. */
export function faultOfAnswer(error: Error): Fault | undefined {
  const code = findAnswer(error)?.code
  if (code === undefined) return undefined
  if (code === 'http_429' || code === 'http_503') return 'throttle'
  const isPersonal =
    /^(tls|url|address|protocol|port)_/.test(code) || code === 'not_understood' || /^http_[34]/.test(code)
  return isPersonal && code !== 'http_408' ? 'configuration' : 'retry'
}

const outgoingCodes: Partial<Record<OutgoingErrorCode, AnswerCode>> = {
  connect_failed: 'unreachable',
  malformed: 'not_understood',
  aborted: 'timeout',
}

const systemCodes: Readonly<Record<string, AnswerCode>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'timeout',
  ESOCKETTIMEDOUT: 'timeout',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  ERR_STREAM_PREMATURE_CLOSE: 'reset',
  ENOTFOUND: 'dns_failed',
  EAI_AGAIN: 'dns_failed',
  EPROTO: 'tls_failed',
}

/** Codes of certificates and of TLS itself, which are words of our side. */
const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH)/

/**
 * Returns an error of a connection in our own words. `isOwn` recognises what the protocol itself says, which is passed
 * on.
 */
export function inOurWords(error: unknown, isOwn: (error: Error) => boolean): Error {
  if (!(error instanceof Error)) return new AnswerError('not_understood', { cause: error })
  const isOurs = [AnswerError, UnusablePlaceError, RefusedRowError, TunnelError].some(
    (one) => error instanceof one,
  )
  if (isOurs) return error
  const answer = findAnswer(error)
  if (answer !== undefined) return answer
  // Of this machine, such as a full disk.
  if ('syscall' in error) return error
  return isOwn(error) ? error : new AnswerError('not_understood', { cause: error })
}

/** Of an error, of one of several for the addresses of a name, or of its cause. */
function findAnswer(error: Error): AnswerError | undefined {
  if (error instanceof AnswerError) return error
  if (error instanceof OutgoingError) {
    const inner = error.cause instanceof Error ? findAnswer(error.cause) : undefined
    if (inner !== undefined) return inner
    return new AnswerError(outgoingCodes[error.code] ?? codeIn(error.code), { cause: error })
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (tlsCode.test(code)) return new AnswerError('tls_failed', { cause: error, detail: code })
  const known = Object.hasOwn(systemCodes, code) ? systemCodes[code] : undefined
  if (known !== undefined) return new AnswerError(known, { cause: error })
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return new AnswerError('timeout', { cause: error })
  const causes = error instanceof AggregateError ? error.errors : [error.cause]
  for (const cause of causes) {
    const found = cause instanceof Error ? findAnswer(cause) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

function codeIn(code: OutgoingErrorCode): AnswerCode {
  return Object.hasOwn(words, code) ? (code as keyof typeof words) : 'not_understood'
}
