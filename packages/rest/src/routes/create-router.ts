import type { IncomingMessage, ServerResponse } from 'node:http'
import { RejectedError } from '@signalpost/domain'
import {
  notStarted,
  type ObservedRequest,
  RequestAbandoned,
  type RequestObserver,
  type Startup,
  sendError,
} from '@signalpost/runtime'
import type { RequestHandler } from 'express'
import { defaultBodyBytes, readJsonBody } from '../read-json-body.ts'
import { answerTimeoutMs, withinDeadline } from '../within-deadline.ts'
import { createRouteTable, type FoundRoute } from './find-routes.ts'
import { leastPace, type Pace } from './least-pace.ts'
import type { Asker, Exchange, Face, Route, Served } from './route.ts'
import { sendAnswer } from './send-answer.ts'

/** Who may come in by a face: the checks that are its own, in the order in which they run. */
export type Admission<Of extends Face, Known> = {
  /** Throws RejectedError `unauthorized`. */
  identify: (exchange: Exchange<Of, Known>) => Promise<Known>
  /** Throws RejectedError `rate_limited`. */
  takeRequest: (exchange: Exchange<Of, Known> & { known: Known }) => Promise<void> | void
  /** Throws what the caller may not do. Decodes parameters of the path only when it needs them. */
  admit: (
    exchange: Served<Of, Known>,
    readParams: () => Record<string, string>,
  ) => Promise<Asker<Of>> | Asker<Of>
  /** Charges the bytes of a body to the caller before they are used. */
  chargeBody?: (exchange: Served<Of, Known>, bytes: number) => Promise<void>
  /** Gets every error of a route that the path and the method name. */
  onFailed: (error: unknown, exchange: Served<Of, Known>) => void
  /** What the log line and the metrics show of the request. */
  observe: (exchange: Exchange<Of, Known>) => ObservedRequest
}

type Options<Of extends Face, Known> = Admission<Of, Known> & {
  routes: readonly Route<Of>[]
  services: Of['services']
  startup: Pick<Startup, 'hasStarted'>
  observer: RequestObserver
  /** The least pace of readers of streams. */
  pace?: Pace | undefined
}

/**
 * Serves the routes, mounted on Express at the first words of their paths, with the checks in this order: 401, 429, 404 of
 * the path, 405, the face's own, 413 and 415, 400, then the route's own.
 */
export function createRouter<Of extends Face, Known>({
  routes,
  services,
  startup,
  observer,
  pace = leastPace,
  ...admission
}: Options<Of, Known>): RequestHandler {
  const findRoutes = createRouteTable(routes)

  return async (request, response) => {
    if (!startup.hasStarted()) {
      sendError(response, notStarted)
      return
    }
    const startedMs = performance.now()
    const url = request.originalUrl
    const segments = pathOf(url).split('/')
    const found = findRoutes(segments)
    const foundOfMethod = findOfMethod(found, request.method)
    const exchange: Exchange<Of, Known> = {
      request,
      response,
      ofPath: found.map(({ route }) => route),
      route: foundOfMethod?.route,
      known: undefined,
      asker: undefined,
      params: undefined,
    }
    observer(request, response, () => ({
      ...admission.observe(exchange),
      refusal: response.locals.refusal,
    }))
    await withinDeadline(letIn(admission, exchange), startedMs + answerTimeoutMs)
    if (found.length === 0) throw new RejectedError('not_found', 'There is nothing here.')
    if (foundOfMethod === undefined) throw methodNotAllowed(exchange.ofPath)
    // The cast: both members are set by now.
    const served = exchange as Served<Of, Known>
    try {
      const readParams = (): Record<string, string> => foundOfMethod.readParams(segments)
      served.asker = await admission.admit(served, readParams)
      served.params = readParams()
      await answer(served, { services, admission, pace, startedMs, search: searchOf(url) })
    } catch (error) {
      admission.onFailed(error, served)
      throw error
    }
  }
}

async function letIn<Of extends Face, Known>(
  { identify, takeRequest }: Admission<Of, Known>,
  exchange: Exchange<Of, Known>,
): Promise<void> {
  const known = await identify(exchange)
  exchange.known = known
  await takeRequest(exchange as Exchange<Of, Known> & { known: Known }) // the cast: it is set in the line above
}

type Answering<Of extends Face, Known> = {
  services: Of['services']
  admission: Admission<Of, Known>
  pace: Pace
  startedMs: number
  search: string
}

async function answer<Of extends Face, Known>(
  served: Served<Of, Known>,
  { services, admission, pace, startedMs, search }: Answering<Of, Known>,
): Promise<void> {
  const { route, request, response, params } = served
  const bodyStartedMs = performance.now()
  const body = route.body && (await readBody(served, admission))
  if (route.body !== undefined && body === undefined) return
  // A sender may take its time; that does not extend the time for our own work.
  const endsAtMs = startedMs + (performance.now() - bodyStartedMs) + (route.timeoutMs ?? answerTimeoutMs)
  const answered = await route.answer(services, {
    asker: served.asker as Asker<Of>, // the cast: it is admitted
    isHead: request.method === 'HEAD',
    params,
    search,
    body: body?.value,
    idempotencyKeys: route.method === 'get' ? [] : (request.headersDistinct['idempotency-key'] ?? []),
    endsAtMs,
    gone: () => signalOfLeaving(response),
  })
  await sendAnswer(response, answered, { success: route.success, pace })
}

/** Returns undefined when no answer is due: the body was refused, or its sender has gone. */
async function readBody<Of extends Face, Known>(
  served: Served<Of, Known>,
  { chargeBody }: Admission<Of, Known>,
): Promise<{ value: unknown } | undefined> {
  const { maxBodyBytes: maxBytes = defaultBodyBytes, bodyIsOptional: isOptional = false } = served.route
  const charge = (bytes: number): Promise<void> | undefined =>
    chargeBody && withinDeadline(chargeBody(served, bytes), performance.now() + answerTimeoutMs)
  try {
    return await readJsonBody(served.request, served.response, { maxBytes, isOptional, charge })
  } catch (error) {
    if (error instanceof RequestAbandoned) return undefined
    throw error
  }
}

/**
 * Returns a signal that aborts when the caller leaves before the answer is sent. Created on demand, because few routes
 * use it.
 */
function signalOfLeaving(response: ServerResponse): AbortSignal {
  const leaving = new AbortController()
  const abort = (): void => {
    if (!response.writableFinished) leaving.abort()
  }
  if (response.closed) abort()
  else response.once('close', abort)
  return leaving.signal
}

/** Finds the route of a method; HEAD is served as GET. */
function findOfMethod<Of extends Face>(
  ofPath: readonly FoundRoute<Route<Of>>[],
  method: IncomingMessage['method'] = '',
): FoundRoute<Route<Of>> | undefined {
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase()
  return ofPath.find(({ route }) => route.method === wanted)
}

function methodNotAllowed(ofPath: readonly { method: string }[]): RejectedError {
  const methods = ofPath.flatMap(({ method }) =>
    method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
  )
  return new RejectedError('method_not_allowed', 'This path does not serve this method.', {
    headers: { allow: [...new Set(methods)].toSorted().join(', ') },
  })
}

/** Returns the path of a request line as it was sent, where proxies' clients send scheme and host too. */
function pathOf(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?#]*/i, '')
  const end = path.search(/[?#]/)
  return end === -1 ? path : path.slice(0, end)
}

/** Returns the query string as sent: parsers drop what we must refuse. */
function searchOf(url: string): string {
  return /\?([^#]*)/.exec(url)?.[1] ?? ''
}
