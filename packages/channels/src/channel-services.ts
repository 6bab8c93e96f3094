import { createOutgoing, type Networks } from '@signalpost/outgoing'
import type { ChannelServices } from './channel.ts'
import { createMailSender } from './email/send-mail.ts'

export type ChannelServicesOptions = Pick<
  ChannelServices,
  'slackApiUrl' | 'smtp' | 'publicUrl' | 'intakeUrl'
> & {
  /** Private addresses that the URLs of channels may lead to. */
  allowedNetworks: Networks
  /** Certificates of authorities that the servers of channels are trusted by instead of the usual ones, in PEM. */
  ca?: string
}

const everywhere: Networks = { has: () => true }

/** What the channels of one process send through. `close` ends what is under way and the pooled connections. */
export function createChannelServices({
  allowedNetworks,
  ca,
  ...options
}: ChannelServicesOptions): ChannelServices & { close: () => Promise<void> } {
  const outgoing = createOutgoing({ allowedNetworks, ...(ca !== undefined && { ca }) })
  const slackApi = createOutgoing({ allowedNetworks: everywhere, ...(ca !== undefined && { ca }) })
  const mailSender = options.smtp === undefined ? undefined : createMailSender(options.smtp.url)
  return {
    ...options,
    outgoing,
    slackApi,
    sendMail: mailSender?.send,
    close: async () => {
      mailSender?.close()
      await Promise.all([outgoing.close(), slackApi.close()])
    },
  }
}
