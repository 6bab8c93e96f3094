import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ErrorCode, errorCodes } from '@signalpost/domain'
import type { Tracer } from '@signalpost/tracing'
import type { RequestHandler } from 'express'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { Networks } from '../config/networks.ts'
import type { Logger } from '../logging/create-logger.ts'
import { clientAddress } from './client-address.ts'
import { requestId } from './request-id.ts'

/** What the log line, the metrics and the span of a request show. */
export type ObservedRequest = {
  /** The path as it is declared, undefined where no route matched. Paths as they were sent would make as many series. */
  route: string | undefined
  /** Whether the request is left out of the histogram, because its answer is open for as long as the reader likes. */
  isEndless?: boolean
  /** Who called, for the log. */
  caller: Record<string, unknown>
  /** Their address, where it is known already. */
  address?: string | undefined
  /** The code of the error that was answered. */
  refusal?: ErrorCode | undefined
}

/** What a process tells of its requests. */
export type RequestMetrics = {
  /** Buckets are in seconds. */
  histogram: { name: string; help: string; buckets: number[] }
  /** The name of a counter of requests that were refused or failed, by the code of their error. */
  refusals: string
}

type Observing = {
  logger: Logger
  registry: Registry
  trustedProxies: Networks
  tracer?: Tracer | undefined
}

/** Observes a request that begins. Asks `describe` about it when its answer is complete or cut off. */
export type RequestObserver = (
  request: IncomingMessage,
  response: ServerResponse,
  describe: () => ObservedRequest,
) => void

/** Observes the requests that routes of Express serve, whose callers are unknown. */
export function observeRequests(observe: RequestObserver): RequestHandler {
  return (request, response, next) => {
    observe(request, response, () => {
      const path: unknown = request.route?.path
      return {
        route: typeof path === 'string' ? path : undefined,
        caller: {},
        refusal: response.locals.refusal,
      }
    })
    next()
  }
}

/** Writes one log line, one observation and one span for each request, when its answer is complete or cut off. */
export function createRequestObserver({
  logger,
  registry,
  trustedProxies,
  tracer,
  histogram,
  refusals,
}: RequestMetrics & Observing): RequestObserver {
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
  return (request, response, describe) => {
    const startedMs = performance.now()
    response.once('close', () => {
      const durationMs = Math.round(performance.now() - startedMs)
      const { route = 'none', isEndless = false, caller, address, refusal } = describe()
      const status = response.statusCode
      const { method = '' } = request
      if (!isEndless) observe({ method: route === 'none' ? 'any' : method, route, status }, durationMs / 1000)
      if (refusal !== undefined) refused.inc({ code: refusal })
      // Strangers get no span, so they cannot fill a collector.
      if (tracer !== undefined && isKnown(caller)) recordSpan(tracer, request, { route, status, startedMs })
      logger.info(
        {
          requestId: requestId(request),
          method,
          route,
          status,
          isWhole: response.writableFinished,
          durationMs,
          ...caller,
          address: address ?? clientAddress(request, trustedProxies),
        },
        'request.answered',
      )
    })
  }
}

function isKnown(caller: Record<string, unknown>): boolean {
  return Object.values(caller).some((value) => value !== undefined)
}

function recordSpan(
  tracer: Tracer,
  request: IncomingMessage,
  { route, status, startedMs }: { route: string; status: number; startedMs: number },
): void {
  const { method = '', httpVersion, headers } = request
  const span = tracer.startSpan(`${method} ${route}`, {
    kind: 'server',
    parent: typeof headers.traceparent === 'string' ? headers.traceparent : undefined,
    startedAtMs: startedMs,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'network.protocol.version': httpVersion,
      'url.scheme': 'http',
    },
  })
  span.end(status >= 500 ? { error: String(status) } : undefined)
}
