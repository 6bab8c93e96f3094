import { RejectedError, TransientError } from '@signalpost/domain'
import type { ErrorRequestHandler } from 'express'
import type { Logger } from '../logging/create-logger.ts'
import { requestId } from './request-id.ts'
import { type Refusal, sendError } from './send-error.ts'

type Options = {
  logger: Logger
  /** Whether an error means that a store is away; answered like a TransientError. */
  isStoreFault?: (error: unknown) => boolean
}

/** Sends the answer to a request whose handler threw. Logs an unexpected error and reveals nothing of it to the caller. */
export function errorHandler({ logger, isStoreFault = () => false }: Options): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const refusal = refusalFor(error, isStoreFault)
    if (refusal.code === 'internal' || refusal.code === 'unavailable') {
      const level = refusal.code === 'internal' ? 'error' : 'warn'
      const { method, path } = request
      logger[level]({ err: error, requestId: requestId(request), method, path }, 'request.failed')
    }
    if (response.headersSent) response.destroy()
    else sendError(response, refusal)
    response.locals.refusal = refusal.code
  }
}

function refusalFor(error: unknown, isStoreFault: (error: unknown) => boolean): Refusal {
  if (error instanceof RejectedError) return error
  if (error instanceof TransientError) return unavailable(error.retryAfterMs)
  if (isStoreFault(error)) return unavailable()
  // A path with broken percent-encoding; Express throws it before any handler sees the request.
  if (error instanceof URIError) {
    const issues = [{ path: '', message: 'expected a path in UTF-8 in percent-encoding' }]
    return { code: 'bad_request', message: 'The path is not well-formed.', issues }
  }
  return { code: 'internal', message: 'Something went wrong on our side.' }
}

function unavailable(retryAfterMs = 1_000): Refusal {
  return {
    code: 'unavailable',
    message: 'The service cannot answer at the moment.',
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) },
  }
}
