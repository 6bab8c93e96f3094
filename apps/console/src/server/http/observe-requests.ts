import { clientAddress, type Logger, type Networks, requestId } from '@signalpost/runtime'
import type { RequestHandler } from 'express'
import { Histogram, type Registry } from 'prom-client'

/** Records one log line and one observation for each request of the JSON routes, when its answer is out. */
export function observeRequests({
  logger,
  registry,
  trustedProxies,
}: {
  logger: Logger
  registry: Registry
  trustedProxies: Networks
}): RequestHandler {
  const seconds = new Histogram({
    name: 'signalpost_console_request_seconds',
    help: 'Time to the end of the answer, by route and status. Streams are left out.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2],
    registers: [registry],
  })
  return (request, response, next) => {
    const startedMs = performance.now()
    response.once('close', () => {
      const durationMs = Math.round(performance.now() - startedMs)
      const { statusCode: status, locals } = response
      // Paths as they were sent would make as many series.
      const route: string = locals.route ?? 'none'
      const method = route === 'none' ? 'any' : request.method
      if (!route.endsWith('/stream')) seconds.observe({ method, route, status }, durationMs / 1000)
      logger.info(
        {
          ...{ requestId: requestId(request), method: request.method, route, status, durationMs },
          personId: locals.caller?.actor.id,
          orgId: locals.caller?.orgId,
          address: clientAddress(request, trustedProxies),
        },
        'request.answered',
      )
    })
    next()
  }
}
