import type { Outgoing } from '@signalpost/outgoing'
import type { Channel, ChannelServices, Sending } from '../channel.ts'
import { recordSending, type SentRequest } from './record-sending.ts'

/** How an installation is reached, and who sends its mails. */
export type Installation = Pick<ChannelServices, 'apiUrls' | 'publicUrl' | 'intakeUrl'> & {
  consoleUrl: string
  from: string | undefined
}
type Message = Omit<Sending<Record<string, unknown>, Record<string, unknown>>, 'signal'>

/**
 * Returns the request that a channel would send, without its secrets and links that act for the recipient; undefined if
 * it would send nothing. Nothing leaves this process.
 */
export async function renderRequest(
  kind: Channel,
  { from = 'Signalpost <signalpost@localhost>', consoleUrl, ...installation }: Installation,
  message: Message,
): Promise<SentRequest | undefined> {
  const unsent: Outgoing = {
    request: () => Promise.resolve({ status: 200, headers: {}, body: Buffer.from('{}') }),
    close: () => Promise.resolve(),
  }
  const services: ChannelServices = {
    ...installation,
    ...{ outgoing: unsent, operatorApi: unsent, smtp: { url: 'smtp://localhost', from } },
    sendMail: () => Promise.resolve(''),
    deliverToInbox: () => Promise.resolve(),
  }
  const links = {
    acknowledgeUrlOf: () => `${installation.publicUrl}/a/preview`,
    signalUrlOf: (id: string) =>
      `${consoleUrl}/w/${encodeURIComponent(message.orgId)}/signals/${encodeURIComponent(id)}`,
  }
  const sending = { ...links, ...message, signal: new AbortController().signal }
  const { send, findRequest } = recordSending(kind, services, sending)
  await send()
  return findRequest()
}
