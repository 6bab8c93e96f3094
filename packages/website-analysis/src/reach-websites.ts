import { createOutgoing, type Networks, type Outgoing, type OutgoingProxy } from '@signalpost/outgoing'

/** How websites are reached. */
export type WebsiteAccess = { crawlNetworks: Networks; outgoingProxy: OutgoingProxy | undefined }

/** Opens the way to websites that people name, behind the guard. Its user closes it. */
export function reachWebsites({ crawlNetworks, outgoingProxy }: WebsiteAccess): Outgoing {
  return createOutgoing({
    ...{ allowedNetworks: crawlNetworks, proxy: outgoingProxy },
    ...{ plainHttp: true, publicPorts: [80, 443] },
  })
}
