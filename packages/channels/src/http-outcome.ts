import { readRetryAfterMs } from '@signalpost/domain'
import { type OutgoingAnswer, OutgoingError } from '@signalpost/outgoing'
import type { Outcome } from './channel.ts'
import { cleanText } from './text/clean-text.ts'

const minRetryAfterMs = 1_000
const maxRetryAfterMs = 3_600_000
const defaultRetryAfterMs = 30_000

/** Returns what is noted of a response: its status, its text, and how long it asks us to wait. */
export function recordAnswer(
  answer: OutgoingAnswer,
): Pick<Outcome, 'httpStatus' | 'answer' | 'retryAfterMs'> {
  const text = noteText(answer.body)
  const retryAfterMs = findAskedPauseMs(answer)
  return {
    httpStatus: answer.status,
    ...(text !== '' && { answer: text }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
}

/** Returns a text of a receiver, without half a character at its end. What is kept of it, is hidden and cut by `recordSending`. */
export function noteText(text: string | Buffer): string {
  // A streaming decoder omits the bytes of an incomplete character.
  return cleanText(new TextDecoder().decode(Buffer.from(text), { stream: true }))
}

/** Judges a request without a response by whether it may have arrived. Anything but an OutgoingError is a bug. */
export function judgeFailedRequest(error: unknown): Outcome {
  if (!(error instanceof OutgoingError)) throw error
  return { outcome: error.sentNothing ? 'retry' : 'ambiguous', code: error.code }
}

/** Returns how long a throttling receiver asks us to wait; 30 s if it does not say. */
export function findRetryAfterMs(answer: OutgoingAnswer): number {
  return findAskedPauseMs(answer) ?? defaultRetryAfterMs
}

/** Parses seconds or a date. Returns 1 s to 1 h. */
function findAskedPauseMs({ headers }: OutgoingAnswer): number | undefined {
  const ms = readRetryAfterMs(headers['retry-after'], Date.now())
  return ms === undefined ? undefined : Math.min(Math.max(Math.ceil(ms), minRetryAfterMs), maxRetryAfterMs)
}
