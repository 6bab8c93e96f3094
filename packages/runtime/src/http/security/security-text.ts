import { isIP } from 'node:net'
import { Router } from 'express'
import { methodNotAllowed } from '../unrouted.ts'

const lastsDays = 180
const dayMs = 24 * 60 * 60_000

/**
 * Serves `/.well-known/security.txt` (RFC 9116). It is computed for each request, so it never expires while the process
 * runs. Without a contact it names the mailbox that RFC 2142 reserves for such reports.
 *
 * @param url how the outside reaches this process
 */
export function securityText({
  url,
  contact = `mailto:security@${hostOf(url)}`,
  nowMs,
}: {
  url: string | undefined
  contact?: string | undefined
  nowMs: () => number
}): Router {
  const router = Router({ strict: true, caseSensitive: true })
  router
    .route('/.well-known/security.txt')
    .get((_request, response) => {
      const expiresMs = (Math.floor(nowMs() / dayMs) + lastsDays) * dayMs
      const body = `Contact: ${contact}\nExpires: ${new Date(expiresMs).toISOString()}\nPreferred-Languages: en\n`
      response.writeHead(200, {
        ...{ 'content-type': 'text/plain; charset=utf-8', 'content-length': Buffer.byteLength(body) },
        ...{ 'cache-control': 'max-age=86400', 'x-content-type-options': 'nosniff' },
      })
      response.end(body)
    })
    .all(methodNotAllowed(['GET', 'HEAD']))
  return router
}

function hostOf(url: string | undefined): string {
  const { hostname = '' } = URL.parse(url ?? '') ?? {}
  return hostname === '' || hostname.startsWith('[') || isIP(hostname) !== 0 ? 'localhost' : hostname
}
