import type { Fault } from '../target.ts'

/**
 * What BigQuery or its library refused. The library's own error is not kept: it holds the request, and with it what the
 * request was authorised by.
 */
export class BigQueryError extends Error {
  override readonly name = 'BigQueryError'
  /** BigQuery's word for it, such as `rateLimitExceeded`; empty where it gave none. */
  readonly reason: string
  /** Of the answer that was an error; a job that failed has none. */
  readonly httpStatus: number | undefined

  constructor(message: string, { reason, httpStatus }: { reason: string; httpStatus: number | undefined }) {
    super(message)
    this.reason = reason
    this.httpStatus = httpStatus
  }
}

/** What the library throws: of its own, of a job, or of the exchange of the key for a token. */
type LibraryError = {
  message?: unknown
  code?: unknown
  status?: unknown
  errors?: readonly { reason?: string }[]
}

export function asBigQueryError(cause: unknown): BigQueryError {
  const { message, code, status, errors }: LibraryError = Object(cause)
  const text = String(message ?? cause)
  const httpStatus = [code, status].find((value) => typeof value === 'number')
  const reason = errors?.find((one) => one.reason)?.reason
  return new BigQueryError(text, { reason: reason ?? tokenRefusal.exec(text)?.[0] ?? '', httpStatus })
}

const tokenRefusal = /invalid_grant|invalid_client|unauthorized_client|invalid_scope/

const faultsByReason: Readonly<Record<string, Fault>> = {
  rateLimitExceeded: 'throttle',
  userRateLimitExceeded: 'throttle',
  jobRateLimitExceeded: 'throttle',
  quotaExceeded: 'throttle',
  resourcesExceeded: 'throttle',
  accessDenied: 'configuration',
  authError: 'configuration',
  billingNotEnabled: 'configuration',
  billingTierLimitExceeded: 'configuration',
  blocked: 'configuration',
  forbidden: 'configuration',
  invalidQuery: 'configuration',
  notFound: 'configuration',
  invalid_client: 'configuration',
  invalid_grant: 'configuration',
  invalid_scope: 'configuration',
  unauthorized_client: 'configuration',
  backendError: 'retry',
  internalError: 'retry',
  jobBackendError: 'retry',
  jobInternalError: 'retry',
  stopped: 'retry',
  tableUnavailable: 'retry',
  timeout: 'retry',
}

const faultsByStatus: Readonly<Record<number, Fault>> = {
  400: 'configuration',
  401: 'configuration',
  403: 'configuration',
  404: 'configuration',
  413: 'data',
  429: 'throttle',
}

/** By reason, then by HTTP status; what nobody knows is tried again. */
export function faultOfBigQuery({ message, reason, httpStatus }: BigQueryError): Fault {
  // Whoever comes second of two transactions is told so by this reason, too.
  if (reason === 'invalidQuery' && /aborted due to concurrent update/i.test(message)) return 'retry'
  // Of a request it is the request that is invalid, of a job what it was given to load.
  if (reason === 'invalid' && httpStatus === undefined) return 'data'
  const known = Object.hasOwn(faultsByReason, reason) ? faultsByReason[reason] : undefined
  return known ?? faultsByStatus[httpStatus ?? 0] ?? 'retry'
}
