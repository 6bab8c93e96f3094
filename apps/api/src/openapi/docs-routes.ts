import { createHash } from 'node:crypto'
import { methodNotAllowed } from '@signalpost/runtime'
import { type RequestHandler, Router } from 'express'
import type { Route } from '../http/define-route.ts'
import { describeApi } from './describe-api.ts'
import { docsStyle } from './docs-style.ts'
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
  const html = renderDocs(document)
  const styleHash = createHash('sha256').update(docsStyle).digest('base64')
  router
    .route('/openapi.json')
    .get(send(json, { 'content-type': 'application/json; charset=utf-8' }))
    .all(onlyGet)
  router
    .route('/docs')
    .get(
      send(html, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        'referrer-policy': 'no-referrer',
      }),
    )
    .all(onlyGet)
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
