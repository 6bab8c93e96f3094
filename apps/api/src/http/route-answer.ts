import type { Readable } from 'node:stream'
import type { Caller } from './callers/authenticate.ts'

export type RouteRequest = {
  caller: Caller
  /** Whether nothing but the headers of the answer is wanted. */
  isHead: boolean
  params: unknown
  /** The query string without its `?`. */
  search: string
  /** The parsed JSON document; undefined for GET. */
  body: unknown
  /** Every `Idempotency-Key` header that was sent; none for GET. */
  idempotencyKeys: readonly string[]
  /** When the answer is due, on `performance.now()`. */
  endsAtMs: number
  /** Aborts when nobody waits for the answer any more. */
  gone: AbortSignal
}

/** The bytes of a success, at once or as they come. */
export type RouteAnswer = {
  body: string | Readable
  headers?: Record<string, string>
}
