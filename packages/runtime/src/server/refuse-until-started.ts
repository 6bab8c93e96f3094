import type { RequestHandler } from 'express'
import { type Refusal, sendError } from '../http/send-error.ts'
import type { Startup } from '../lifecycle/start-when-ready.ts'

/** The answer to every request except health checks while a process waits for its stores. */
export const notStarted: Refusal = {
  code: 'unavailable',
  message: 'The service is waiting for its database.',
  headers: { 'retry-after': '1' },
}

export function refuseUntilStarted({ hasStarted }: Startup): RequestHandler {
  return (_request, response, next) => {
    if (hasStarted()) next()
    else sendError(response, notStarted)
  }
}
