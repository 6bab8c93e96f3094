import type { ServerResponse } from 'node:http'
import { RejectedError, TransientError } from '@signalpost/domain'
import { answerUnread, BodyCrowdedOut, RequestAbandoned, sendError } from '@signalpost/runtime'
import type { IntakeMetrics } from '../intake-metrics.ts'

/** Sends the answer to a failed request. Rethrows an unexpected error, which Express's error handler answers. */
export function answerError(error: unknown, response: ServerResponse, metrics: IntakeMetrics): void {
  if (error instanceof RequestAbandoned) {
    metrics.countRefused('abandoned')
    return
  }
  if (error instanceof RejectedError) {
    if (error.code !== 'signature_invalid' && error.code !== 'signature_stale')
      metrics.countRefused(error.code)
    sendError(response, error)
    return
  }
  if (error instanceof BodyCrowdedOut) {
    metrics.countRefused('crowded_out')
    answerUnread(response.req, response, {
      code: 'unavailable',
      message: 'Too many requests are unfinished. Sending it again is safe.',
      headers: { 'retry-after': '1' },
    })
    return
  }
  if (error instanceof TransientError) {
    metrics.countRefused('unavailable')
    const seconds = Math.max(1, Math.ceil((error.retryAfterMs ?? 1_000) / 1_000))
    sendError(response, {
      code: 'unavailable',
      message: 'The delivery could not be stored. Sending it again under the same id is safe.',
      headers: { 'retry-after': String(seconds) },
    })
    return
  }
  metrics.countRefused('internal')
  throw error
}

export function invalidSignature(): RejectedError {
  return new RejectedError('signature_invalid', 'The signature is missing or not valid.')
}
