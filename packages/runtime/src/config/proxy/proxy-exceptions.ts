import { z } from 'zod'
import { parseNetworks } from '../networks.ts'

/** Hosts that are reached past the proxy. */
export type ProxyExceptions = {
  has: (host: string) => boolean
  /** Those among them that are names; `.example.com` is all below it. */
  names: readonly string[]
}

/** Names, `.example.com` or `*.example.com` for all names below it, addresses and CIDR networks. */
export const proxyExceptionsSchema = z.string().transform((text, context): ProxyExceptions => {
  const entries = text.split(',').map((entry) => entry.trim().toLowerCase())
  const networks = entries.flatMap((entry) => parseNetworks(entry) ?? [])
  const names = entries
    .filter((entry) => parseNetworks(entry) === undefined)
    .map((entry) => entry.replace(/^\*\./, '.'))
  if (names.every((name) => /^\.?(?=.*[a-z])[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name))) {
    return { has: (host) => isNamed(names, host) || networks.some(({ has }) => has(host)), names }
  }
  context.addIssue(
    'expected hosts, suffixes or networks separated by commas, such as clickhouse.example.com, .internal, 10.0.0.0/8',
  )
  return z.NEVER
})

function isNamed(names: readonly string[], host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return names.some((one) => (one.startsWith('.') ? name.endsWith(one) : name === one))
}
