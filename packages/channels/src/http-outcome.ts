import { type OutgoingAnswer, OutgoingError } from '@signalpost/outgoing'
import type { Outcome } from './channel.ts'
import { cleanText } from './clean-text.ts'

export const maxKeptAnswerBytes = 1024

const minRetryAfterMs = 1_000
const maxRetryAfterMs = 3_600_000
const defaultRetryAfterMs = 30_000

/** What is kept of an answer: its status, and its first KiB as text. */
export function noteAnswer({ status, body }: OutgoingAnswer): { httpStatus: number; answer?: string } {
  const answer = noteText(body)
  return answer === '' ? { httpStatus: status } : { httpStatus: status, answer }
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

/** How long a receiver asks us to wait, in seconds or until a date; from a second to an hour. */
export function findRetryAfterMs({ headers }: OutgoingAnswer, nowMs = Date.now()): number {
  const value = headers['retry-after']?.trim() ?? ''
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs
  return Number.isNaN(ms) ? defaultRetryAfterMs : Math.min(Math.max(ms, minRetryAfterMs), maxRetryAfterMs)
}
