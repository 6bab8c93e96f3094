import { type ErrorCode, errorCodes } from '@signalpost/domain'
import type { Tracer } from '@signalpost/tracing'
import type { Request, RequestHandler, Response } from 'express'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { Networks } from '../config/networks.ts'
import type { Logger } from '../logging/create-logger.ts'
import { clientAddress } from './client-address.ts'
import { requestId } from './request-id.ts'

type ObservedRequest = {
  /** The path as it is declared, undefined where no route matched. Paths as they were sent would make as many series. */
  route: string | undefined
  /** Whether the request is left out of the histogram, because its answer is open for as long as the reader likes. */
  isEndless?: boolean
  /** Who called, for the log. */
  caller: Record<string, unknown>
}

/** What a process tells of its requests. */
export type ObservedRequests = {
  /** Buckets are in seconds. */
  histogram: { name: string; help: string; buckets: number[] }
  /** The name of a counter of requests that were refused or failed, by the code of their error. */
  refusals: string
  describe: (request: Request, response: Response) => ObservedRequest
}

type ObserveRequestsOptions = ObservedRequests & {
  logger: Logger
  registry: Registry
  trustedProxies: Networks
  tracer?: Tracer | undefined
}

/** Writes one log line, one observation and one span for each request, when its answer is complete or cut off. */
export function observeRequests({
  logger,
  registry,
  trustedProxies,
  tracer,
  histogram,
  refusals,
  describe,
}: ObserveRequestsOptions): RequestHandler {
  const seconds = new Histogram({
    ...histogram,
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const refused = new Counter({
    name: refusals,
    help: 'Requests that were refused or failed, by the code of their error.',
    labelNames: ['code'],
    registers: [registry],
  })
  // A rate needs the series to be there before its first refusal.
  for (const code of Object.keys(errorCodes)) refused.inc({ code }, 0)
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
      const { route = 'none', isEndless = false, caller } = describe(request, response)
      const status = response.statusCode
      const method = route === 'none' ? 'any' : request.method
      if (!isEndless) observe({ method, route, status }, durationMs / 1000)
      const refusal: ErrorCode | undefined = response.locals.refusal
      if (refusal !== undefined) refused.inc({ code: refusal })
      // Strangers get no span, so they cannot fill a collector.
      const isKnown = Object.values(caller).some((value) => value !== undefined)
      if (tracer !== undefined && isKnown) recordSpan(tracer, request, { route, status, startedMs })
      logger.info(
        {
          requestId: requestId(request),
          method: request.method,
          route,
          status,
          isWhole: response.writableFinished,
          durationMs,
          ...caller,
          address: clientAddress(request, trustedProxies),
        },
        'request.answered',
      )
    })
    next()
  }
}

function recordSpan(
  tracer: Tracer,
  request: Request,
  { route, status, startedMs }: { route: string; status: number; startedMs: number },
): void {
  const { method, httpVersion } = request
  const span = tracer.startSpan(`${method} ${route}`, {
    kind: 'server',
    parent: request.get('traceparent'),
    startedAtMs: startedMs,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'network.protocol.version': httpVersion,
      'url.scheme': request.protocol,
    },
  })
  span.end(status >= 500 ? { error: String(status) } : undefined)
}
