import type { RequestListener } from 'node:http'
import type { Express } from 'express'

// A request to a proxy names the host too; every server must accept that form.
const proxyForm = /^https?:\/\/[^/?#]+(?=\/)/
const plain = /^\/[^%#]*$/

/**
 * Hands requests to Express so that the parameters of a path are the bytes that were sent. Express decodes them, by which
 * two paths would mean one thing, and refuses what it cannot decode before a handler may check anything.
 */
export function takeLiterally(app: Express): RequestListener {
  return (request, response) => {
    const { url = '' } = request
    if (!plain.test(url)) request.url = literalUrl(url)
    app(request, response)
  }
}

/** Escapes a path once more than it is, for Express to decode. */
export function literalUrl(url: string): string {
  const local = url.replace(proxyForm, '')
  const end = local.indexOf('?')
  const path = end === -1 ? local : local.slice(0, end)
  const escaped = path.replaceAll('%', '%25').replaceAll('#', '%23')
  return `${escaped.startsWith('/') ? '' : '/'}${escaped}${local.slice(path.length)}`
}
