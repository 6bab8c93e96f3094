import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { Networks } from '../config/networks.ts'

/** The parts of a request that are read. */
type AddressedRequest = { socket: { remoteAddress?: string | undefined }; headers: IncomingHttpHeaders }

/**
 * Returns the address of the nearest hop that is not a trusted proxy. Believes `X-Forwarded-For` only as far as trusted
 * proxies wrote it, from the right.
 */
export function clientAddress(request: AddressedRequest, trustedProxies: Networks): string {
  let address = plainAddress(request.socket.remoteAddress ?? '')
  if (!trustedProxies.has(address)) return address
  const hops = String(request.headers['x-forwarded-for'] ?? '').split(',')
  while (hops.length > 0 && trustedProxies.has(address)) {
    const hop = plainAddress(hops.pop() ?? '')
    if (isIP(hop) === 0) break
    address = hop
  }
  return address
}

/** Returns an address without port, brackets and zone, and an IPv4-mapped address as IPv4. */
export function plainAddress(text: string): string {
  const trimmed = text.trim()
  const bare = /^\[(.*)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed
  return bare.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '')
}
