import { clientAddress, type Logger, type Networks, requestId } from '@signalpost/runtime'
import type { RequestHandler } from 'express'
import { Histogram, type Registry } from 'prom-client'
import type { Admission } from './create-router.ts'

/** Writes one log line and one observation for each request, when its answer is complete. */
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
    name: 'signalpost_api_request_seconds',
    help: 'Time to the end of the answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2],
    registers: [registry],
  })
  const children = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>()
  const observe = (labels: { method: string; route: string; status: number }, value: number): void => {
    const key = `${labels.method} ${labels.route} ${labels.status}`
    const child = children.get(key) ?? seconds.labels(labels)
    children.set(key, child)
    child.observe(value)
  }
  return (request, response, next) => {
    const startedMs = performance.now()
    response.once('close', () => {
      const durationMs = Math.round(performance.now() - startedMs)
      const status = response.statusCode
      const route = routeOf(request.route)
      const method = route === 'none' ? 'any' : request.method
      const admission: Admission | undefined = response.locals.admission
      observe({ method, route, status }, durationMs / 1000)
      logger.info(
        {
          requestId: requestId(request),
          method: request.method,
          route,
          status,
          isWhole: response.writableFinished,
          durationMs,
          keyId: admission?.caller.keyId,
          orgId: admission?.caller.orgId,
          address: clientAddress(request, trustedProxies),
        },
        'request.answered',
      )
    })
    next()
  }
}

/** Literal paths would create a series each. */
function routeOf(matched: { path?: unknown } | undefined): string {
  return typeof matched?.path === 'string' ? matched.path : 'none'
}
