import { methodNotAllowed } from '@signalpost/runtime'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Pages } from './load-pages.ts'

const htmlType = 'text/html; charset=utf-8'

/**
 * The files of the pages, and the one HTML page at every address that the router of the pages may know. None of them
 * says anything about a person or a workspace: links from mail and chat open while the cookie stays `SameSite=Strict`.
 */
export function pageRoutes(pages: Pages): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const onlyGet = methodNotAllowed(['GET', 'HEAD'])
  router
    .route('/assets/:name')
    .get((request, response, next) => {
      const asset = pages.assets.get(request.params.name)
      if (asset === undefined) return next('route')
      const isBrotli = acceptsBrotli(request)
      response.setHeader('vary', 'accept-encoding')
      if (isBrotli) response.setHeader('content-encoding', 'br')
      // The name holds a hash of the content.
      response.setHeader('cache-control', 'public, max-age=31536000, immutable')
      send(response, asset.type, isBrotli ? asset.brotli : asset.plain)
    })
    .all(onlyGet)
  router
    .route([
      '/',
      '/login',
      '/login/oidc',
      '/installation',
      '/authorize/{*id}',
      '/device',
      '/device/:code',
      '/w/{*page}',
    ])
    .get((_request, response) => send(response, htmlType, pages.index))
    .all(onlyGet)
  return router
}

/** Serves the pages to a browser at an address that nothing else serves: they say so and lead home. */
export function unknownPage(pages: Pages): RequestHandler {
  return (request, response, next) => {
    const isOfPerson = ['GET', 'HEAD'].includes(request.method) && !request.path.startsWith('/console/')
    if (isOfPerson && request.accepts(['json', 'html']) === 'html') send(response, htmlType, pages.index, 404)
    else next()
  }
}

function send(response: Response, type: string, content: Buffer, status = 200): void {
  response.writeHead(status, { 'content-type': type, 'content-length': content.length })
  response.end(content)
}

function acceptsBrotli(request: Request): boolean {
  return /(?:^|[\s,])br(?:[\s,;]|$)(?!\s*q=0(?:\.0*)?(?:,|$))/i.test(
    String(request.headers['accept-encoding'] ?? ''),
  )
}
