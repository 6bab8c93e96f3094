import type { Service } from '@signalpost/testing/services'
import { type Row, rowMaker } from '../channel-rig.ts'

const arrives = true
const tooMany = { status: 429, headers: { 'retry-after': '120' } }
const busy = { status: 503, headers: { 'retry-after': '60' } }

/** The faults of every service whose answers are judged by their status. */
export function rowsOfService({ troubles, requests }: Service): Row[] {
  const row = rowMaker(troubles)
  return [
    row('too many requests', tooMany, { outcome: 'throttled', retryAfterMs: 120_000, httpStatus: 429 }),
    row('a limit without a pause', { status: 429 }, { outcome: 'throttled', retryAfterMs: 30_000 }),
    row('a failure with a pause', busy, { outcome: 'retry', retryAfterMs: 60_000, httpStatus: 503 }),
    ...[401, 403, 404, 410].map((status) =>
      row(`a ${status}`, { status }, { outcome: 'disabled', code: `http_${status}`, httpStatus: status }),
    ),
    ...[400, 413, 422].map((status) =>
      row(`a ${status}`, { status }, { outcome: 'rejected', code: `http_${status}`, httpStatus: status }),
    ),
    ...[408, 500, 502].map((status) =>
      row(`a ${status}`, { status }, { outcome: 'retry', code: `http_${status}`, httpStatus: status }),
    ),
    row(
      'a redirect',
      { status: 307, headers: { location: 'https://example.com' } },
      { outcome: 'retry', code: 'redirect' },
    ),
    row('a lost response', 'answer_lost', { outcome: 'ambiguous', code: 'reset' }, { arrives }),
    row('a connection that ends', 'dropped', { outcome: 'ambiguous', code: 'reset' }),
    row(
      'no response in time',
      'silent',
      { outcome: 'ambiguous' },
      { isUnanswered: () => requests.length > 0 },
    ),
  ]
}

/** URLs of receivers that cannot be reached, below the path that a secret or setting needs. */
export function unreachableUrls(path: string): string[] {
  return [
    `http://127.0.0.1:1${path}`,
    `https://nobody.invalid${path}`,
    `http://192.0.2.1${path}`,
    `https://169.254.169.254${path}`,
  ]
}
