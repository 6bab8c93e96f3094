import { BlockList, isIP } from 'node:net'

const prefixBits = { 4: 32, 6: 128 }

/** A set of addresses, built from addresses and CIDR networks. */
export type Networks = { has: (address: string) => boolean; isEmpty?: boolean }

export const noNetworks: Networks = { has: () => false, isEmpty: true }

/** Parses comma-separated addresses and CIDR networks; returns undefined when one of them is neither. */
export function parseNetworks(text: string): Networks | undefined {
  const list = new BlockList()
  for (const part of text.split(',')) {
    const match = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(part.trim())
    const address = match?.[1] ?? ''
    const family = isIP(address)
    if (family !== 4 && family !== 6) return undefined
    const bits = match?.[2] === undefined ? prefixBits[family] : Number(match[2])
    if (bits > prefixBits[family]) return undefined
    list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6')
  }
  return {
    has: (address) => {
      const family = isIP(address)
      return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
    },
  }
}
