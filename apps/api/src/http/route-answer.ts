import type { Readable } from 'node:stream'
import type { RequestParts } from '@signalpost/rest'
import type { Caller } from './callers/authenticate.ts'

export type RouteRequest = RequestParts & {
  caller: Caller
  /** Whether only the headers of the answer are sent. */
  isHead: boolean
  /** When the answer is due, on `performance.now()`. */
  endsAtMs: number
  /** Returns a signal that aborts when the caller has left. As a getter, it took 8 µs a request. */
  gone: () => AbortSignal
}

/** The bytes of a success, complete or as a stream. */
export type RouteAnswer = {
  body: string | Readable
  headers?: Record<string, string>
}
