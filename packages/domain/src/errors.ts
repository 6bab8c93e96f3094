/** Every error code, with its HTTP status and what the caller can do about it. Codes are stable: clients branch on them. */
export const errorCodes = {
  bad_request: { status: 400, remedy: 'Send a well-formed HTTP/1.1 request.' },
  invalid_request: { status: 400, remedy: 'Correct the members that `detail` names.' },
  invalid_json: { status: 400, remedy: 'Send one JSON document in UTF-8 without a byte order mark.' },
  invalid_event: { status: 400, remedy: 'Send an event envelope, or an array of 1 to 500 of them.' },
  unauthorized: { status: 401, remedy: 'Send a valid API key as a bearer token.' },
  login_required: { status: 401, remedy: 'Log in again.' },
  signature_invalid: { status: 401, remedy: 'Sign the raw body with a valid secret of this source.' },
  signature_stale: {
    status: 401,
    remedy: 'Correct the clock of the sender, or sign at the time of sending.',
  },
  forbidden: { status: 403, remedy: 'Use a key with the scope, or a plan with the feature, that is named.' },
  not_found: { status: 404, remedy: 'Check the path and the id.' },
  method_not_allowed: { status: 405, remedy: 'Use one of the methods in the Allow header.' },
  request_timeout: { status: 408, remedy: 'Send the whole request faster.' },
  conflict: { status: 409, remedy: 'Read the record again, then decide.' },
  body_too_large: { status: 413, remedy: 'Send a smaller body.' },
  unsupported_media_type: {
    status: 415,
    remedy: 'Send application/json in UTF-8 without a content-encoding.',
  },
  misdirected_request: {
    status: 421,
    remedy: 'Use a host that the operator configured, in the cell that Signalpost-Cell names.',
  },
  website_unreadable: { status: 422, remedy: 'Send the request again with description and acceptLimited.' },
  rate_limited: { status: 429, remedy: 'Wait for the seconds that Retry-After names.' },
  allowance_exhausted: { status: 429, remedy: 'Wait for the next month, or raise the allowance.' },
  headers_too_large: { status: 431, remedy: 'Send fewer or shorter headers.' },
  internal: { status: 500, remedy: 'Report the x-request-id of the answer.' },
  unavailable: { status: 503, remedy: 'Send the request again after the seconds that Retry-After names.' },
} as const satisfies Record<string, { status: number; remedy: string }>

export type ErrorCode = keyof typeof errorCodes

/** One fault of an input. `path` is dotted (`data.signal.url`), and `message` never repeats the input. */
export type Issue = { path: string; message: string }

/** The body of every refused request. */
export type ErrorBody = { message: string; code: ErrorCode; detail?: Issue[] }

/** An answer shows at most this many issues, and validation stops there. */
export const maxIssues = 100

type RejectedOptions = ErrorOptions & { issues?: Issue[]; headers?: Record<string, string> }

/** The caller's fault: refused with a 4xx, and never retried by the product. */
export class RejectedError extends Error {
  override readonly name = 'RejectedError'
  readonly code: ErrorCode
  readonly issues: Issue[] | undefined
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message: string, options: RejectedOptions = {}) {
    super(message, options)
    this.code = code
    this.issues = options.issues?.slice(0, maxIssues)
    this.headers = options.headers ?? {}
  }
}

/** A dependency is away: the same work may succeed later. */
export class TransientError extends Error {
  override readonly name = 'TransientError'
  readonly retryAfterMs: number | undefined

  constructor(message: string, options: ErrorOptions & { retryAfterMs?: number } = {}) {
    super(message, options)
    this.retryAfterMs = options.retryAfterMs
  }
}

/**
 * A store that a process depends on cannot do its job. Message and remedy are shown to anyone who asks for `/readyz`,
 * so they name no host, no user and no secret.
 */
export class NotReadyError extends TransientError {
  readonly remedy: string

  constructor(message: string, remedy: string, options: ErrorOptions = {}) {
    super(message, options)
    this.remedy = remedy
  }
}

export function errorBody(code: ErrorCode, message: string, issues?: Issue[]): ErrorBody {
  return issues === undefined ? { message, code } : { message, code, detail: issues.slice(0, maxIssues) }
}
