import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { Networks } from './networks.ts'

/** What is read of a request. */
type AddressedRequest = { socket: { remoteAddress?: string | undefined }; headers: IncomingHttpHeaders }

/**
 * The address of the nearest hop that is not a trusted proxy. `X-Forwarded-For` is believed only as far as trusted
 * proxies wrote it, which is from its right end on.
 */
export function clientAddress(request: AddressedRequest, trustedProxies: Networks): string {
  let address = plainAddress(request.socket.remoteAddress ?? '')
  const hops = String(request.headers['x-forwarded-for'] ?? '').split(',')
  while (hops.length > 0 && trustedProxies.has(address)) {
    const hop = plainAddress(hops.pop() ?? '')
    if (isIP(hop) === 0) break
    address = hop
  }
  return address
}

/** Without port, brackets, zone and the IPv6 form of an IPv4 address. */
export function plainAddress(text: string): string {
  const trimmed = text.trim()
  const bare = /^\[(.*)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed
  return bare.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '')
}
