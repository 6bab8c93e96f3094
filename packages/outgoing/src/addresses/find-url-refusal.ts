import { isIP } from 'node:net'
import type { Networks } from '../outgoing.ts'
import { findIpv4Behind } from './embedded-ipv4.ts'
import { isPublicAddress } from './is-public-address.ts'

/**
 * Returns why a URL can never be reached, whatever its name resolves to; undefined if it may be. The guard judges it
 * again with each request.
 */
export function findUrlRefusal(
  text: string,
  allowedNetworks: Networks,
): 'address_refused' | 'protocol_refused' | undefined {
  const url = URL.parse(text)
  if (url === null) return undefined
  const address = findAddress(url.hostname)
  if (address !== undefined) {
    if (allowedNetworks.has(findIpv4Behind(address) ?? address)) return undefined
    if (!isPublicAddress(address)) return 'address_refused'
  } else if (allowedNetworks.isEmpty !== true) return undefined
  return url.protocol === 'https:' ? undefined : 'protocol_refused'
}

/** The names of the loopback address are never looked up elsewhere. https://www.rfc-editor.org/rfc/rfc6761#section-6.3 */
function findAddress(hostname: string): string | undefined {
  if (/^(.+\.)?localhost\.?$/i.test(hostname)) return '127.0.0.1'
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 0 ? undefined : bare
}
