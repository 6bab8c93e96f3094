import { createOutgoing, type Networks, type OutgoingProxy } from '@signalpost/outgoing'
import type { ChannelServices } from './channel.ts'
import { createMailSender } from './email/send-mail.ts'

export type ChannelServicesOptions = Pick<
  ChannelServices,
  'apiUrls' | 'smtp' | 'publicUrl' | 'intakeUrl' | 'deliverToInbox'
> & {
  /** Private addresses that channels may connect to. */
  allowedNetworks: Networks
  /** The proxy through which messages go. */
  outgoingProxy?: OutgoingProxy | undefined
  /** Certificate authorities to trust for the servers of channels instead of the defaults, in PEM. */
  ca?: string
}

const everywhere: Networks = { has: () => true }

/**
 * Creates the connections through which a process's channels send. `close` ends requests in flight and pooled
 * connections.
 */
export function createChannelServices({
  allowedNetworks,
  outgoingProxy: proxy,
  ca,
  ...options
}: ChannelServicesOptions): ChannelServices & { close: () => Promise<void> } {
  const outgoing = createOutgoing({ allowedNetworks, proxy, ...(ca !== undefined && { ca }) })
  const operatorApi = createOutgoing({ allowedNetworks: everywhere, proxy, ...(ca !== undefined && { ca }) })
  const mailSender = options.smtp === undefined ? undefined : createMailSender(options.smtp.url, proxy)
  return {
    ...options,
    outgoing,
    operatorApi,
    sendMail: mailSender?.send,
    close: async () => {
      mailSender?.close()
      await Promise.all([outgoing.close(), operatorApi.close()])
    },
  }
}
