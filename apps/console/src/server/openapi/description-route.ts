import { methodNotAllowed, type Networks, sendJson } from '@signalpost/runtime'
import { Router } from 'express'
import { type Admission, findSession } from '../http/admit.ts'
import type { Route } from '../http/define-route.ts'
import { visitorOf } from '../http/visitor-of.ts'
import { describeConsole } from './describe-console.ts'

/** `/console/openapi.json`, for anyone with a session. */
export function descriptionRoute({
  routes,
  trustedProxies,
  ...admission
}: Admission & { routes: readonly Route[]; trustedProxies: Networks }): Router {
  const document = describeConsole(routes)
  const router = Router({ strict: true, caseSensitive: true })
  router
    .route('/console/openapi.json')
    .get(async (request, response) => {
      const visitor = visitorOf(request, trustedProxies)
      await findSession(admission, { request, response, visitor })
      sendJson(response, 200, document)
    })
    .all(methodNotAllowed(['GET', 'HEAD']))
  return router
}
