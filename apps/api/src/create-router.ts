import type { RateLimiter } from '@signalpost/database'
import { RejectedError } from '@signalpost/domain'
import { methodNotAllowed, sendJson } from '@signalpost/runtime'
import { type RequestHandler, type Response, Router } from 'express'
import type { Authenticate, Caller } from './authenticate.ts'
import type { Route, Services } from './define-route.ts'
import { withinDeadline } from './within-deadline.ts'

/** An answer is due within 2 s, also when the database is silent. */
const answerTimeoutMs = 1_700

/** What is known of a request once it was admitted. */
export type Admission = { caller: Caller; endsAtMs: number }

type Options = {
  routes: readonly Route[]
  services: Services
  authenticate: Authenticate
  rateLimiter: RateLimiter
  ratePerMinute: number
}

/**
 * Serves the routes with the checks in their order: 401, 429, 404 of the path, 405, 403, 400, then the route's own.
 * A path under /v1 that is no route's is left, admitted, to whoever comes next.
 */
export function createRouter({
  routes,
  services,
  authenticate,
  rateLimiter,
  ratePerMinute,
}: Options): Router {
  const router = Router({ strict: true, caseSensitive: true })

  router.use('/v1', async (request, response, next) => {
    const endsAtMs = performance.now() + answerTimeoutMs
    const caller = await withinDeadline(authenticate(request), endsAtMs)
    response.locals.admission = { caller, endsAtMs } satisfies Admission
    const take = rateLimiter.take({ bucket: `key:${caller.keyId}`, limit: ratePerMinute })
    countRequest(response, await withinDeadline(take, endsAtMs))
    next()
  })
  for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
    const served = router.route(path.replaceAll(/\{(\w+)\}/g, ':$1'))
    for (const route of ofPath) served[route.method](serve(route, services))
    served.all(methodNotAllowed(allowedMethods(ofPath)))
  }
  return router
}

function countRequest(
  response: Response,
  { allowed, limit, remaining, resetSeconds }: Awaited<ReturnType<RateLimiter['take']>>,
): void {
  response.setHeader('RateLimit-Limit', limit)
  response.setHeader('RateLimit-Remaining', remaining)
  response.setHeader('RateLimit-Reset', resetSeconds)
  if (allowed) return
  throw new RejectedError('rate_limited', 'The key has made too many requests in this minute.', {
    headers: { 'retry-after': String(resetSeconds) },
  })
}

function serve(route: Route, services: Services): RequestHandler {
  return async (request, response) => {
    const { caller, endsAtMs }: Admission = response.locals.admission
    if (!caller.scopes.includes(route.scope)) {
      throw new RejectedError('forbidden', `The key does not have the scope ${route.scope}.`)
    }
    const { params } = request
    const answer = route.answer(services, { caller, params, search: searchOf(request.originalUrl) })
    sendJson(response, route.success.status, await withinDeadline(answer, endsAtMs))
  }
}

function allowedMethods(routes: readonly Route[]): string[] {
  return routes.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method]))
}

/** The query string as it was sent: parsers drop what we have to refuse. */
function searchOf(url: string): string {
  return /\?([^#]*)/.exec(url)?.[1] ?? ''
}
