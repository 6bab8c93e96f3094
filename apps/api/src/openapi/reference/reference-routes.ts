import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { methodNotAllowed } from '@signalpost/runtime'
import { type RequestHandler, type Response, Router } from 'express'
import { createReferenceLoader } from './load-reference.ts'

const scripts = ['prepare.js', 'reference.js', 'start.js'] as const
const maxAgeSeconds = 3_600

/**
 * Serves `/docs`: a plain page, which scripts of the same origin replace with a reference that searches, shows examples
 * in five languages and tries requests. The plain page has `nonceMark` where the nonce of a response goes.
 */
export function referenceRoutes({
  loadHtml,
  nonceMark,
}: {
  loadHtml: () => Promise<string>
  nonceMark: string
}): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const onlyGet = methodNotAllowed(['GET', 'HEAD'])
  const loadReference = createReferenceLoader()
  router
    .route('/docs')
    .get(async (_request, response) => {
      const html = await loadHtml()
      const nonce = randomBytes(16).toString('base64')
      send(response, Buffer.from(html.replaceAll(nonceMark, nonce)), {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policyOf(nonce),
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
    })
    .all(onlyGet)
  router.route('/docs/prepare.js').get(sendOwn('prepare.js')).all(onlyGet)
  router.route('/docs/start.js').get(sendOwn('start.js')).all(onlyGet)
  router
    .route('/docs/reference.js')
    .get(async (request, response) => {
      const script = await loadReference()
      const isGzip = request.acceptsEncodings('gzip') !== false
      send(response, isGzip ? script : gunzipSync(script), {
        ...scriptHeaders,
        vary: 'accept-encoding',
        ...(isGzip && { 'content-encoding': 'gzip' }),
      })
    })
    .all(onlyGet)
  return router
}

/** What the plain page needs to be replaced. */
export function scriptTags(): string {
  return scripts.map((name) => `<script defer src="/docs/${name}"></script>`).join('\n')
}

const scriptHeaders = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': `public, max-age=${maxAgeSeconds}`,
}

function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types vue',
  ].join('; ')
}

function sendOwn(name: string): RequestHandler {
  return async (_request, response) => {
    send(response, await readFile(new URL(`browser/${name}`, import.meta.url)), scriptHeaders)
  }
}

function send(response: Response, body: Buffer, headers: Record<string, string>): void {
  response.writeHead(200, { ...headers, 'content-length': body.length, 'x-content-type-options': 'nosniff' })
  response.end(body)
}
