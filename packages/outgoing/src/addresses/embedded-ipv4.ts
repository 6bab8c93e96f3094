import { findAddressBits } from './address-bits.ts'
import { isInNetwork } from './is-in-network.ts'

const low32 = 0xffff_ffffn

/**
 * Forms of IPv6 address that carry an IPv4 address. `isWhole` means that packets end at the IPv4 address, so it alone
 * decides; in the other forms the IPv6 address is checked too.
 */
const forms = [
  { network: '::ffff:0:0/96', shift: 0n, isWhole: true }, // mapped
  { network: '64:ff9b::/96', shift: 0n, isWhole: true }, // NAT64, RFC 6052
  { network: '2002::/16', shift: 80n, isWhole: true }, // 6to4, RFC 3056
  { network: '::/96', shift: 0n, isWhole: false }, // compatible, RFC 4291
  { network: '64:ff9b:1::/48', shift: 0n, isWhole: false }, // NAT64 of a private network, RFC 8215
]

/** Returns the IPv4 address inside an IPv6 address; undefined if there is none. */
export function findEmbeddedIpv4(value: bigint): { value: bigint; isWhole: boolean } | undefined {
  const form = forms.find(({ network }) => isInNetwork({ width: 128, value }, network))
  if (form !== undefined) return { value: (value >> form.shift) & low32, isWhole: form.isWhole }
  // Teredo (RFC 4380) hides the client's address by inverting it.
  if (isInNetwork({ width: 128, value }, '2001::/32')) return { value: ~value & low32, isWhole: false }
  // ISATAP (RFC 5214) puts it behind a marker, under any prefix.
  const mark = (value >> 32n) & 0xfdff_ffffn
  return mark === 0x5efen ? { value: value & low32, isWhole: false } : undefined
}

/**
 * Returns the IPv4 address, in dotted form, at which packets to an IPv6 address end; undefined if they do not end at
 * one.
 */
export function findIpv4Behind(address: string): string | undefined {
  const bits = findAddressBits(address)
  const embedded = bits?.width === 128 ? findEmbeddedIpv4(bits.value) : undefined
  if (!embedded?.isWhole) return undefined
  return [24n, 16n, 8n, 0n].map((shift) => (embedded.value >> shift) & 0xffn).join('.')
}
