import { type AddressBits, findAddressBits } from './address-bits.ts'
import { findEmbeddedIpv4 } from './embedded-ipv4.ts'
import { isInNetwork } from './is-in-network.ts'

/** The ranges that the IANA registry of special IPv4 addresses reserves, and everything that is not unicast. */
const refusedIpv4 = [
  '0.0.0.0/8', // this host, this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by a carrier's customers
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // looks public, but is the host of a virtual machine in Azure
  '169.254.0.0/16', // link-local, cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocols
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
]

const globalUnicast = '2000::/3'

/** The special ranges within global unicast; everything outside global unicast is refused anyway. */
const refusedIpv6 = [
  '2001::/23', // protocols, Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '3fff::/20', // documentation
]

/**
 * Whether an address is public unicast. An IPv6 address that leads to an IPv4 one is judged by the IPv4 address. The
 * ranges come from the IANA special-purpose address registries (RFC 6890 and its updates).
 */
export function isPublicAddress(address: string): boolean {
  const bits = findAddressBits(address)
  return bits !== undefined && isPublic(bits)
}

function isPublic(bits: AddressBits): boolean {
  if (bits.width === 32) return !isInAny(bits, refusedIpv4)
  const embedded = findEmbeddedIpv4(bits.value)
  if (embedded !== undefined && !isPublic({ width: 32, value: embedded.value })) return false
  if (embedded?.isWhole) return true
  return isInNetwork(bits, globalUnicast) && !isInAny(bits, refusedIpv6)
}

function isInAny(bits: AddressBits, networks: readonly string[]): boolean {
  return networks.some((network) => isInNetwork(bits, network))
}
