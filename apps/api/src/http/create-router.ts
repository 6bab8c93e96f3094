import type { IncomingMessage, ServerResponse } from 'node:http'
import { actOfOperation, findDenial, type RefusalLog } from '@signalpost/administration'
import type { WorkspaceRate } from '@signalpost/authorization'
import type { RateLimiter } from '@signalpost/database/access'
import { RejectedError } from '@signalpost/domain'
import { answerTimeoutMs, defaultBodyBytes, readJsonBody, withinDeadline } from '@signalpost/rest'
import { RequestAbandoned } from '@signalpost/runtime'
import type { Services } from '../services.ts'
import type { Authenticate, Caller } from './callers/authenticate.ts'
import { createKeyRate, type KeyRate } from './callers/key-rate.ts'
import type { Route } from './define-route.ts'
import { createRouteTable, type FoundRoute } from './find-routes.ts'
import { leastPace, type Pace } from './least-pace.ts'
import { sendAnswer } from './send-answer.ts'

/** What is known of a request, for logs and metrics. Filled in while it is served. */
export type SeenRequest = {
  /** The declared path, once the caller may know that it is served. */
  route: string | undefined
  /** Undefined until the caller is identified. */
  caller: Caller | undefined
}

/** Serves a request under /v1. Throws when it is refused or fails, with the answer not begun or broken. */
export type ServeRequest = (
  exchange: { request: IncomingMessage; response: ServerResponse; path: string },
  seen: SeenRequest,
) => Promise<void>

type Options = {
  routes: readonly Route[]
  services: Services
  authenticate: Authenticate
  rateLimiter: RateLimiter
  ratePerMinute: number
  workspaceRate: WorkspaceRate
  /** Gets the writes that a key may not do. */
  refusals: RefusalLog
  /** The least pace of readers of streams. */
  pace?: Pace | undefined
}

/**
 * Serves the routes, with the checks in this order: 401, 429, 404 of the path, 405, 403, 413 and 415, 400, then the
 * route's own.
 */
export function createRouter({
  routes,
  services,
  authenticate,
  rateLimiter,
  ratePerMinute,
  workspaceRate,
  refusals,
  pace = leastPace,
}: Options): ServeRequest {
  const findRoutes = createRouteTable(routes)
  const rate = createKeyRate({ rateLimiter, ratePerMinute })

  return async ({ request, response, path }, seen) => {
    const startedMs = performance.now()
    const admit = async (): Promise<Caller> => {
      const caller = await authenticate(request)
      seen.caller = caller
      await rate.takeRequest(response, caller)
      await workspaceRate.takeRequest(caller.orgId)
      return caller
    }
    const caller = await withinDeadline(admit(), startedMs + answerTimeoutMs)
    const segments = path.split('/')
    const ofPath = findRoutes(segments)
    const found = findOfMethod(ofPath, request.method)
    seen.route = (found ?? ofPath[0])?.label
    if (ofPath.length === 0) throw new RejectedError('not_found', 'There is nothing here.')
    if (found === undefined) throw methodNotAllowed(ofPath)
    const admitted = { request, response, segments, caller, startedMs }
    await serve(found, { services, rate, pace }, admitted).catch((error: unknown) => {
      if (found.route.method !== 'get') recordDenial(refusals, error, { route: found.route, caller })
      throw error
    })
  }
}

type Serving = { services: Services; rate: KeyRate; pace: Pace }
type Admitted = {
  request: IncomingMessage
  response: ServerResponse
  caller: Caller
  segments: readonly string[]
  startedMs: number
}

async function serve(
  { route, readParams }: FoundRoute,
  { services, rate, pace }: Serving,
  { request, response, segments, caller, startedMs }: Admitted,
): Promise<void> {
  if (!caller.scopes.includes(route.scope)) {
    throw new RejectedError('forbidden', `The key does not have the scope ${route.scope}.`)
  }
  const params = readParams(segments)
  const bodyStartedMs = performance.now()
  const body = route.body && (await readBody(route.body, { request, response, rate, caller }))
  if (route.body !== undefined && body === undefined) return
  // A sender may take its time; that does not extend the time for our own work.
  const endsAtMs = startedMs + (performance.now() - bodyStartedMs) + (route.timeoutMs ?? answerTimeoutMs)
  const answer = await route.answer(services, {
    caller,
    isHead: request.method === 'HEAD',
    params,
    search: searchOf(request.url ?? ''),
    body: body?.value,
    idempotencyKeys: route.method === 'get' ? [] : (request.headersDistinct['idempotency-key'] ?? []),
    endsAtMs,
    gone: () => signalOfLeaving(response),
  })
  await sendAnswer(response, answer, { success: route.success, pace })
}

function recordDenial(
  refusals: RefusalLog,
  error: unknown,
  { route, caller }: { route: Route; caller: Caller },
): void {
  const refusal = findDenial(error)
  if (refusal === undefined) return
  const { keyId, orgId, address, requestId } = caller
  const act = actOfOperation(route.operationId)
  const target = { type: 'scope', id: route.scope }
  refusals.record({ orgId, actor: { kind: 'key', id: keyId }, act, target, refusal, address, requestId })
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

/** Returns undefined when no answer is due: the body was refused, or its sender has gone. */
async function readBody(
  { maxBytes = defaultBodyBytes, isOptional = false }: NonNullable<Route['body']>,
  { request, response, rate, caller }: Pick<Admitted, 'request' | 'response' | 'caller'> & { rate: KeyRate },
): Promise<{ value: unknown } | undefined> {
  const charge = (bytes: number): Promise<void> =>
    withinDeadline(rate.chargeBytes(response, caller, bytes), performance.now() + answerTimeoutMs)
  try {
    return await readJsonBody(request, response, { maxBytes, isOptional, charge })
  } catch (error) {
    if (error instanceof RequestAbandoned) return undefined
    throw error
  }
}

/** Finds the route of a method; HEAD is served as GET. */
function findOfMethod(ofPath: readonly FoundRoute[], method = ''): FoundRoute | undefined {
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase()
  return ofPath.find(({ route }) => route.method === wanted)
}

function methodNotAllowed(ofPath: readonly FoundRoute[]): RejectedError {
  const methods = ofPath.flatMap(({ route: { method } }) =>
    method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
  )
  return new RejectedError('method_not_allowed', 'This path does not serve this method.', {
    headers: { allow: [...new Set(methods)].toSorted().join(', ') },
  })
}

/** Returns the query string as sent: parsers drop what we must refuse. */
function searchOf(url: string): string {
  return /\?([^#]*)/.exec(url)?.[1] ?? ''
}
