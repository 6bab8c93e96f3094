import { methodNotAllowed, sendJson } from '@signalpost/runtime'
import { Router } from 'express'
import { findSession, type WayIn } from '../face/create-admission.ts'
import type { Route } from '../face/define-routes.ts'
import { visitorOf } from '../face/visitor-of.ts'

/** `/console/openapi.json`, for anyone with a session. */
export function descriptionRoute({ routes, ...wayIn }: WayIn & { routes: readonly Route[] }): Router {
  let document: object | undefined
  const router = Router({ strict: true, caseSensitive: true })
  router
    .route('/console/openapi.json')
    .get(async (request, response) => {
      const visitor = visitorOf(request, wayIn.trustedProxies)
      await findSession(wayIn, { request, response, visitor })
      // At the first request: most processes are never asked, and it takes time and memory.
      document ??= (await import('./describe-console.ts')).describeConsole(routes)
      sendJson(response, 200, document)
    })
    .all(methodNotAllowed(['GET', 'HEAD']))
  return router
}
