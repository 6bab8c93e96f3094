import { faultOf as faultOfDuckdb } from '../duckdb/errors.ts'
import { AnswerError, faultOfAnswer } from '../network/answer-error.ts'
import type { Fault } from '../target.ts'
import { statusOf } from './stores/bucket-store.ts'

const throttles = new Set([
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'TooManyRequests',
  'RequestLimitExceeded',
])
// The address is not an S3 server's: a typo, or another kind of server.
const misdirections = new Set(['InvalidBucketName', 'PermanentRedirect', 'AuthorizationHeaderMalformed'])

/** Classifies by a bucket's answer; otherwise by the error of the file system or DuckDB. */
export function faultOf(error: unknown): Fault {
  const status = statusOf(error)
  if (status === undefined || !(error instanceof Error)) {
    return (error instanceof AnswerError ? faultOfAnswer(error) : undefined) ?? faultOfDuckdb(error)
  }
  if (throttles.has(error.name) || status === 429 || status === 503) return 'throttle'
  if (misdirections.has(error.name)) return 'configuration'
  // A wrong clock also causes 403, and also needs a person.
  return status >= 300 && status < 500 && status !== 408 && status !== 409 ? 'configuration' : 'retry'
}
