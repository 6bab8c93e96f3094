import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Attributes, type Span, type Tracer, withinSpan } from '@signalpost/tracing'

/**
 * Starts the span of a request that is proved genuine, under the span that the sender names. Strangers get none, so they
 * cannot fill a collector. It ends with the answer.
 */
export function startRequestSpan(
  tracer: Tracer | undefined,
  {
    request,
    response,
    route,
    startedAtMs,
    about,
  }: {
    request: IncomingMessage
    response: ServerResponse
    route: string
    startedAtMs: number
    about: Attributes
  },
): Span | undefined {
  const span = tracer?.startSpan(`POST ${route}`, {
    kind: 'server',
    parent: findTraceparent(request),
    startedAtMs,
    attributes: {
      ...about,
      'http.request.method': 'POST',
      'http.route': route,
      'network.protocol.version': request.httpVersion,
    },
  })
  if (span === undefined) return undefined
  response.once('close', () => {
    const { statusCode } = response
    span.set({ 'http.response.status_code': statusCode })
    span.end(statusCode >= 500 ? { error: String(statusCode) } : undefined)
  })
  return span
}

/** Waiting for the batch that a request joins is part of storing it. */
export function traceStoring<T>(
  tracer: Tracer | undefined,
  span: Span | undefined,
  store: () => Promise<T>,
): Promise<T> {
  if (span?.isSampled !== true) return store()
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': 'INSERT',
    'db.collection.name': 'deliveries',
  }
  const about = { name: 'INSERT deliveries', kind: 'client' as const, parent: span.traceparent, attributes }
  return withinSpan(tracer, about, store)
}

// Node joins headers of one name.
function findTraceparent({ headers }: IncomingMessage): string | undefined {
  const { traceparent } = headers
  return typeof traceparent === 'string' ? traceparent : undefined
}
