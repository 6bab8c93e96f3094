import type { Lookup, Policy } from './find-target.ts'
import type { Networks, Outgoing, OutgoingAnswer, OutgoingRequest } from './outgoing.ts'
import type { OutgoingProxy } from './proxy/outgoing-proxy.ts'
import { createNameResolver } from './resolve-names.ts'

export type OutgoingOptions = {
  /** Private addresses that may be reached, by plain http and on any port too. */
  allowedNetworks: Networks
  /** Whether public addresses may be reached without TLS. */
  plainHttp?: boolean
  /** The ports allowed at public addresses; all by default. */
  publicPorts?: readonly number[]
  /** Resolves names; defaults to a resolver that no slow name can block. */
  lookup?: Lookup
  /** Opens tunnels to the checked addresses; undefined connects directly. */
  proxy?: OutgoingProxy | undefined
  /** Certificates of authorities, in PEM, trusted instead of the usual ones. */
  ca?: string
}

/**
 * Opens a connection of its own for each request, to an address that was checked for it. So every address that we
 * connect to was checked, and no request fails because of another. Ignores proxies named by the environment.
 */
export function createOutgoing({
  allowedNetworks,
  plainHttp = false,
  publicPorts,
  lookup = createNameResolver(),
  proxy,
  ca,
}: OutgoingOptions): Outgoing {
  const policy: Policy = { allowedNetworks, plainHttp, publicPorts }
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()

  // The client is loaded by the first request: many processes never make one.
  const send = async (request: OutgoingRequest): Promise<OutgoingAnswer> => {
    const { sendRequest } = await import('./send-request.ts')
    return sendRequest(request, { policy, lookup, proxy, ca, closing: closing.signal })
  }

  return {
    request: async (request) => {
      const sending = send(request)
      underWay.add(sending)
      try {
        return await sending
      } finally {
        underWay.delete(sending)
      }
    },
    close: async () => {
      closing.abort()
      await Promise.allSettled(underWay)
    },
  }
}
