import type { Fault } from '../target.ts'

/**
 * BigQuery or its library refused something. Does not keep the library's own error, because that contains the request
 * with its credentials.
 */
export class BigQueryError extends Error {
  override readonly name = 'BigQueryError'
  /** BigQuery's name for the reason, such as `rateLimitExceeded`; empty if it gave none. */
  readonly reason: string
  /** The status of a failed answer; a failed job has none. */
  readonly httpStatus: number | undefined

  constructor(message: string, { reason, httpStatus }: { reason: string; httpStatus: number | undefined }) {
    super(message)
    this.reason = reason
    this.httpStatus = httpStatus
  }
}

/** Errors of the library: its own, those of a job, or those of the exchange of the key for a token. */
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

/** Classifies by reason, then by HTTP status; an unknown error is retried. */
export function faultOfBigQuery({ message, reason, httpStatus }: BigQueryError): Fault {
  // The second of two concurrent transactions gets this reason too.
  if (reason === 'invalidQuery' && /aborted due to concurrent update/i.test(message)) return 'retry'
  // With a status the request is invalid; without one, the data that a job loaded.
  if (reason === 'invalid' && httpStatus === undefined) return 'data'
  const known = Object.hasOwn(faultsByReason, reason) ? faultsByReason[reason] : undefined
  return known ?? faultsByStatus[httpStatus ?? 0] ?? 'retry'
}
