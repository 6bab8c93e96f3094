import { RejectedError } from '@signalpost/domain'
import type { RequestHandler } from 'express'

/** Refuses paths that are not served. */
export const notFound: RequestHandler = () => {
  throw new RejectedError('not_found', 'There is nothing here.')
}

/** Refuses methods that a path does not serve. */
export function methodNotAllowed(allowed: readonly string[]): RequestHandler {
  return () => {
    throw new RejectedError('method_not_allowed', 'This path does not serve this method.', {
      headers: { allow: allowed.join(', ') },
    })
  }
}
