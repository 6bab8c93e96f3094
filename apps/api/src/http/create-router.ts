import type { RateLimiter } from '@signalpost/database/access'
import { RejectedError } from '@signalpost/domain'
import { answerTimeoutMs, defaultBodyBytes, readJsonBody, withinDeadline } from '@signalpost/rest'
import { methodNotAllowed, RequestAbandoned } from '@signalpost/runtime'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Services } from '../services.ts'
import type { Authenticate, Caller } from './callers/authenticate.ts'
import { createKeyRate, type KeyRate } from './callers/key-rate.ts'
import type { Route } from './define-route.ts'
import { leastPace, type Pace } from './least-pace.ts'
import { sendAnswer } from './send-answer.ts'

/** The facts about a request after it was admitted. */
export type Admission = { caller: Caller; startedMs: number }

type Options = {
  routes: readonly Route[]
  services: Services
  authenticate: Authenticate
  rateLimiter: RateLimiter
  ratePerMinute: number
  /** The least pace of readers of streams. */
  pace?: Pace | undefined
}

/**
 * Serves the routes, with the checks in this order: 401, 429, 404 of the path, 405, 403, 413 and 415, 400, then the
 * route's own. Passes on, admitted, a path under /v1 without a route.
 */
export function createRouter({
  routes,
  services,
  authenticate,
  rateLimiter,
  ratePerMinute,
  pace = leastPace,
}: Options): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const rate = createKeyRate({ rateLimiter, ratePerMinute })

  router.use('/v1', async (request, response, next) => {
    const startedMs = performance.now()
    const endsAtMs = startedMs + answerTimeoutMs
    const admit = async (): Promise<void> => {
      const caller = await authenticate(request)
      response.locals.admission = { caller, startedMs } satisfies Admission
      await rate.takeRequest(response, caller)
    }
    await withinDeadline(admit(), endsAtMs)
    next()
  })
  for (const route of literalFirst(routes)) {
    router.route(servedPath(route))[route.method](serve(route, { services, rate, pace }))
  }
  for (const path of new Set(literalFirst(routes).map(servedPath))) {
    router.route(path).all((request, response, next) => {
      methodNotAllowed(methodsOf(routes, request.path))(request, response, next)
    })
  }
  return router
}

type Serving = { services: Services; rate: KeyRate; pace: Pace }

function serve(route: Route, { services, rate, pace }: Serving): RequestHandler {
  return async (request, response) => {
    const { caller, startedMs }: Admission = response.locals.admission
    if (!caller.scopes.includes(route.scope)) {
      throw new RejectedError('forbidden', `The key does not have the scope ${route.scope}.`)
    }
    const bodyStartedMs = performance.now()
    const charge = (bytes: number): Promise<void> =>
      withinDeadline(rate.chargeBytes(response, caller, bytes), performance.now() + answerTimeoutMs)
    const body = await readBodyOf(route, { request, response, charge })
    if (body === undefined) return
    // A sender may take its time; that does not extend the time for our own work.
    const endsAtMs = startedMs + (performance.now() - bodyStartedMs) + (route.timeoutMs ?? answerTimeoutMs)
    const answer = await route.answer(services, {
      caller,
      isHead: request.method === 'HEAD',
      params: request.params,
      search: searchOf(request.originalUrl),
      body: body.value,
      idempotencyKeys: route.method === 'get' ? [] : (request.headersDistinct['idempotency-key'] ?? []),
      endsAtMs,
      get gone() {
        return signalOfLeaving(response)
      },
    })
    await sendAnswer(response, answer, { success: route.success, pace })
  }
}

/**
 * Returns a signal that aborts when the caller leaves before the answer is sent. Created on demand, because few routes
 * use it.
 */
function signalOfLeaving(response: Response): AbortSignal {
  const leaving = new AbortController()
  const abort = (): void => {
    if (!response.writableFinished) leaving.abort()
  }
  if (response.closed) abort()
  else response.once('close', abort)
  return leaving.signal
}

/** Returns undefined when no answer is due: the body was refused, or its sender has gone. */
async function readBodyOf(
  route: Route,
  {
    request,
    response,
    charge,
  }: { request: Request; response: Response; charge: (bytes: number) => Promise<void> },
): Promise<{ value: unknown } | undefined> {
  if (route.body === undefined) return { value: undefined }
  const { maxBytes = defaultBodyBytes, isOptional = false } = route.body
  try {
    return await readJsonBody(request, response, { maxBytes, isOptional, charge })
  } catch (error) {
    if (error instanceof RequestAbandoned) return undefined
    throw error
  }
}

/** A literal path segment wins over an id that reads the same. */
function literalFirst(routes: readonly Route[]): Route[] {
  return routes.toSorted((a, b) => (a.path.replaceAll('{', '~') < b.path.replaceAll('{', '~') ? -1 : 1))
}

function servedPath({ path }: Route): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Returns the methods of all routes that match the path. */
function methodsOf(routes: readonly Route[], path: string): string[] {
  const ofPath = routes.filter((route) => pattern(route).test(path))
  return [
    ...new Set(ofPath.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))),
  ]
}

function pattern({ path }: Route): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

/** Returns the query string as sent: parsers drop what we must refuse. */
function searchOf(url: string): string {
  return /\?([^#]*)/.exec(url)?.[1] ?? ''
}
