import type { createRequestObserver, ObservedRequests } from '@signalpost/runtime'
import type { RequestHandler } from 'express'

export type RequestObserver = ReturnType<typeof createRequestObserver>

export const requestMetrics: Omit<ObservedRequests, 'describe'> = {
  histogram: {
    name: 'signalpost_api_request_seconds',
    help: 'Time to the end of the answer, by route and status.',
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60],
  },
  refusals: 'signalpost_api_refusals_total',
}

/** Observes the requests that Express serves, whose callers have no key. */
export function observeOthers(observe: RequestObserver): RequestHandler {
  return (request, response, next) => {
    observe(request, response, () => {
      const path: unknown = request.route?.path
      const route = typeof path === 'string' ? path : undefined
      return { route, caller: {}, refusal: response.locals.refusal }
    })
    next()
  }
}
