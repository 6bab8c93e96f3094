import type { OutgoingErrorCode } from '@signalpost/outgoing'
import type { FetchRequest } from '../crawl/fetch.ts'
import type { Analysis, AnalysisRequest } from '../read-website.ts'

/** Messages to a thread: a request to analyse, and the answers to its fetches. */
export type ToThread =
  | { type: 'analyse'; request: AnalysisRequest }
  | {
      type: 'fetched'
      id: number
      answer: { status: number; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> }
    }
  | { type: 'fetch-failed'; id: number; code: OutgoingErrorCode; sentNothing: boolean }

/** Messages from a thread: fetches, and one result. A bug ends the thread instead. */
export type FromThread =
  | { type: 'fetch'; id: number; request: FetchRequest }
  | { type: 'cancel'; id: number }
  | { type: 'done'; analysis: Analysis }
  | { type: 'unreadable'; message: string }
