import type { CommonConfig } from '../common-config.ts'
import { type Networks, parseNetworks } from '../networks.ts'

/** Addresses that no proxy to the internet is needed for: this host, private and link-local networks. */
const ownNetworks = parseNetworks(
  '127.0.0.0/8, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 169.254.0.0/16, ::1, fc00::/7, fe80::/10',
)

type OutgoingProxyConfig = NonNullable<CommonConfig['SIGNALPOST_OUTGOING_PROXY']> & {
  isExcepted: (host: string) => boolean
  /** Whether a host is an address of this host or of a private network, or a name without a dot. */
  isNear: (host: string) => boolean
  exceptedNames: readonly string[]
}

/** Returns the proxy of the environment with its exceptions; undefined without one. */
export function outgoingProxyOf({
  SIGNALPOST_OUTGOING_PROXY: proxy,
  SIGNALPOST_OUTGOING_PROXY_EXCEPT: exceptions,
}: Pick<CommonConfig, 'SIGNALPOST_OUTGOING_PROXY' | 'SIGNALPOST_OUTGOING_PROXY_EXCEPT'>):
  | OutgoingProxyConfig
  | undefined {
  if (proxy === undefined) return undefined
  return {
    ...proxy,
    isExcepted: exceptions?.has ?? (() => false),
    isNear: (host) => isNear(host, ownNetworks),
    exceptedNames: exceptions?.names ?? [],
  }
}

function isNear(host: string, networks: Networks | undefined): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return networks?.has(name) === true || !/[.:]/.test(name) || name.endsWith('.localhost')
}
