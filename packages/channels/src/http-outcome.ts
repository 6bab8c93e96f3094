import { type OutgoingAnswer, OutgoingError } from '@signalpost/outgoing'
import type { Outcome } from './channel.ts'
import { cleanText } from './clean-text.ts'

export const maxKeptAnswerBytes = 1024

const minRetryAfterMs = 1_000
const maxRetryAfterMs = 3_600_000
const defaultRetryAfterMs = 30_000

/** What is kept of an answer: its status, its first KiB as text, and how long it asks us to wait. */
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

/** The first KiB of a text, without half a character at its end. */
export function noteText(text: string | Buffer): string {
  const bytes = Buffer.from(text).subarray(0, maxKeptAnswerBytes)
  // A streaming decoder holds back the bytes of a character that was cut.
  const whole = cleanText(new TextDecoder().decode(bytes, { stream: true }))
  return Buffer.byteLength(whole) <= maxKeptAnswerBytes ? whole : whole.slice(0, maxKeptAnswerBytes / 3)
}

/** A request that got no answer: certain not to have arrived, or not. Anything but an OutgoingError is a bug. */
export function judgeFailedRequest(error: unknown): Outcome {
  if (!(error instanceof OutgoingError)) throw error
  return { outcome: error.sentNothing ? 'retry' : 'ambiguous', code: error.code }
}

/** How long a receiver that takes nothing more wants us to wait; half a minute where it does not say. */
export function findRetryAfterMs(answer: OutgoingAnswer): number {
  return findAskedPauseMs(answer) ?? defaultRetryAfterMs
}

/** In seconds or until a date; from a second to an hour. */
function findAskedPauseMs({ headers }: OutgoingAnswer): number | undefined {
  const value = headers['retry-after']?.trim() ?? ''
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, minRetryAfterMs), maxRetryAfterMs)
}
