import { randomUUID } from 'node:crypto'
import { methodNotAllowed } from '@signalpost/runtime'
import { type RequestHandler, Router } from 'express'
import type { Route } from '../face/define-routes.ts'
import { describeApi } from './describe-api.ts'
import { referenceRoutes } from './reference/reference-routes.ts'
import { renderDocs } from './render-docs.ts'

/** Serves `/openapi.json`, and `/docs`, which displays it, to everyone. */
export function docsRoutes({
  routes,
  publicUrl,
}: {
  routes: readonly Route[]
  publicUrl: string | undefined
}): Router {
  const document = describeApi({ routes, publicUrl })
  const router = Router({ strict: true, caseSensitive: true })
  const onlyGet = methodNotAllowed(['GET', 'HEAD'])
  const json = JSON.stringify(document)
  // Nothing in the document can be it.
  const nonceMark = randomUUID()
  router
    .route('/openapi.json')
    .get(send(json, { 'content-type': 'application/json; charset=utf-8' }))
    .all(onlyGet)
  router.use(referenceRoutes({ html: renderDocs(document, { nonceMark }), nonceMark }))
  return router
}

function send(text: string, headers: Record<string, string>): RequestHandler {
  const body = Buffer.from(text)
  return (_request, response) => {
    response.writeHead(200, {
      ...headers,
      'content-length': body.length,
      'x-content-type-options': 'nosniff',
    })
    response.end(body)
  }
}
