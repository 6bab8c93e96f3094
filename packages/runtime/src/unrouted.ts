import { RejectedError } from '@signalpost/domain'
import type { RequestHandler } from 'express'

/** For paths that nothing serves. */
export const notFound: RequestHandler = () => {
  throw new RejectedError('not_found', 'There is nothing here.')
}

/** For methods that a path does not serve. */
export function methodNotAllowed(allowed: readonly string[]): RequestHandler {
  return () => {
    throw new RejectedError('method_not_allowed', 'This path does not serve the method.', {
      headers: { allow: allowed.join(', ') },
    })
  }
}
