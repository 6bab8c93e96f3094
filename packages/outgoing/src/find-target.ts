import { isIP } from 'node:net'
import { findIpv4Behind } from './addresses/embedded-ipv4.ts'
import { isPublicAddress } from './addresses/is-public-address.ts'
import type { Networks } from './outgoing.ts'
import { OutgoingError, type OutgoingErrorCode } from './outgoing-error.ts'

/** What is allowed beyond https to any port of a public address. Allowed networks can be reached in any way. */
export type Policy = {
  allowedNetworks: Networks
  /** Plain http to public addresses. */
  plainHttp: boolean
  /** The ports at public addresses; undefined for all. */
  publicPorts: readonly number[] | undefined
}

/** Returns every address of a name; none if it has none. `caller` identifies who waits for it. */
export type Lookup = (hostname: string, context: LookupContext) => Promise<string[]>
type LookupContext = { caller: string; signal: AbortSignal }

/** Where a URL leads. Connect to these addresses only: they were checked. */
export type Target = { url: URL; addresses: string[] }

/** Resolves the host of a URL once and checks all its addresses. Throws OutgoingError. */
export async function findTarget(
  text: string,
  policy: Policy,
  lookup: (hostname: string) => Promise<string[]>,
): Promise<Target> {
  const url = parseUrl(text)
  const hostname = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses = isIP(hostname) === 0 ? await resolve(hostname, lookup) : [hostname]
  const isAllowed = addresses.every((address) => isIn(policy.allowedNetworks, address))
  if (!isAllowed) judgePublic(url, addresses, policy)
  return { url, addresses }
}

function parseUrl(text: string): URL {
  const url = URL.parse(text)
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  if (!isWeb || url.username !== '' || url.password !== '' || url.hostname === '')
    throw refusal('url_refused')
  return url
}

async function resolve(hostname: string, lookup: (hostname: string) => Promise<string[]>): Promise<string[]> {
  try {
    const addresses = await lookup(hostname)
    if (addresses.length > 0) return addresses
  } catch (error) {
    throw refusal('dns_failed', error)
  }
  throw refusal('dns_failed')
}

function judgePublic(
  url: URL,
  addresses: string[],
  { allowedNetworks, plainHttp, publicPorts }: Policy,
): void {
  const isReachable = (address: string): boolean => isPublicAddress(address) || isIn(allowedNetworks, address)
  if (!addresses.every(isReachable)) throw refusal('address_refused')
  if (url.protocol !== 'https:' && !plainHttp) throw refusal('protocol_refused')
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (publicPorts?.includes(port) === false) throw refusal('port_refused')
}

/** An IPv6 address that leads to an IPv4 one is in a network if the IPv4 address is. */
function isIn(networks: Networks, address: string): boolean {
  if (address.includes('%')) return false
  const ipv4 = findIpv4Behind(address)
  return networks.has(address) || (ipv4 !== undefined && networks.has(ipv4))
}

function refusal(code: OutgoingErrorCode, cause?: unknown): OutgoingError {
  return new OutgoingError(code, { sentNothing: true, cause })
}
