import { type AddressBits, findAddressBits } from './address-bits.ts'

/** Whether an address is in a network of the same family. `network` is in CIDR notation. */
export function isInNetwork({ width, value }: AddressBits, network: string): boolean {
  const [address = '', prefix] = network.split('/')
  const base = findAddressBits(address)
  if (base === undefined) throw new TypeError('a network needs an address')
  const rest = BigInt(base.width - Number(prefix))
  return base.width === width && base.value >> rest === value >> rest
}
