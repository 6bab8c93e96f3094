import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { parseNetworks } from '../config/networks.ts'

const loopback = parseNetworks('127.0.0.0/8,::1')
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
const forwardingHeaders =
  /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/

/**
 * Whether a request may read the metrics: it comes from this machine, or carries the token. A proxy on this machine
 * also connects from loopback; a header, the Host that it passes on, or HTTP/1.0 reveals it.
 */
export function mayReadMetrics(request: IncomingMessage, token: string | undefined): boolean {
  if (token !== undefined && hasToken(request, token)) return true
  return (
    loopback?.has(request.socket.remoteAddress ?? '') === true &&
    loopbackHost.test(request.headers.host ?? '') &&
    request.httpVersion === '1.1' &&
    !Object.keys(request.headers).some((name) => forwardingHeaders.test(name))
  )
}

function hasToken(request: IncomingMessage, token: string): boolean {
  const given = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
