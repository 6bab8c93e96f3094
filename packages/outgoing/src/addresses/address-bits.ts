import { isIP } from 'node:net'

/** An address as a number of `width` bits. */
export type AddressBits = { width: 32 | 128; value: bigint }

/**
 * Returns undefined for text that is no address, and for an address with a zone, which means another host on each
 * machine.
 */
export function findAddressBits(address: string): AddressBits | undefined {
  if (address.includes('%')) return undefined
  const family = isIP(address)
  if (family === 4) return { width: 32, value: joinBits(address.split('.').map(Number), 8) }
  return family === 6 ? { width: 128, value: joinBits(groupsOf(address), 16) } : undefined
}

function groupsOf(address: string): number[] {
  const [head = '', tail] = withoutDots(address).split('::')
  const before = groups(head)
  const after = groups(tail ?? '')
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

function groups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
}

/** Rewrites an IPv4 address at the end of an IPv6 one as two groups of digits. */
function withoutDots(address: string): string {
  return address.replace(/(?<!\d)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, ...octets) => {
    const [a = 0, b = 0, c = 0, d = 0] = octets.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
}

function joinBits(parts: number[], width: number): bigint {
  return parts.reduce((value, part) => (value << BigInt(width)) | BigInt(part), 0n)
}
