import { faultOf as faultOfDuckdb } from '../duckdb/errors.ts'
import type { Fault } from '../target.ts'
import { statusOf } from './stores/bucket-store.ts'

const throttles = new Set([
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'TooManyRequests',
  'RequestLimitExceeded',
])
// An address that names no server of S3 at all: a typo, or another kind of server.
const misdirections = new Set(['InvalidBucketName', 'PermanentRedirect', 'AuthorizationHeaderMalformed'])

/** By the answer of a bucket; by the file system's or DuckDB's error where there is none. */
export function faultOf(error: unknown): Fault {
  const status = statusOf(error)
  if (status === undefined || !(error instanceof Error)) return faultOfDuckdb(error)
  if (throttles.has(error.name) || status === 429 || status === 503) return 'throttle'
  if (misdirections.has(error.name)) return 'configuration'
  // A clock that is wrong shows as 403, too, and needs a person as well.
  return status >= 300 && status < 500 && status !== 408 && status !== 409 ? 'configuration' : 'retry'
}
