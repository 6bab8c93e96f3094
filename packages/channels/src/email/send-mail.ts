import type { OutgoingProxy } from '@signalpost/outgoing'
import { z } from 'zod'

/** One rendered mail to one recipient. */
type Mail = {
  from: string
  /** An address without a name. */
  to: string
  subject: string
  text: string
  html: string
  /** With its angle brackets. */
  messageId: string
  /** The `messageId` of the mail whose thread it continues. */
  inReplyTo?: string | undefined
  headers: Record<string, string>
}

/** Resolves with the server's response once it accepted the mail. Throws MailError. */
export type SendMail = (mail: Mail, options: { signal: AbortSignal }) => Promise<string>

export type MailStage = 'connection' | 'authentication' | 'sender' | 'recipient' | 'message'

type MailFailure = ErrorOptions & {
  stage: MailStage
  responseCode: number | undefined
  response: string | undefined
  sentNothing: boolean
}

/** A mail that the server did not confirm. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly stage: MailStage
  /** The three digits of the server's response, if there was one. */
  readonly responseCode: number | undefined
  readonly response: string | undefined
  /** True if certainly no byte of the content was sent, so a retry repeats nothing. */
  readonly sentNothing: boolean

  constructor({ stage, responseCode, response, sentNothing, ...options }: MailFailure) {
    super('The mail server did not accept the mail.', options)
    this.stage = stage
    this.responseCode = responseCode
    this.response = response
    this.sentNothing = sentNothing
  }
}

const senderName = 'Signalpost'

/** An address without a name gets ours, which readers see first. */
function withName(from: string): string {
  return from.includes('<') ? from : `${senderName} <${from}>`
}

/** Keeps connections to the server of an `smtp://` or `smtps://` URL open between mails. */
export function createMailSender(url: string, proxy?: OutgoingProxy): { send: SendMail; close: () => void } {
  const open = async () => {
    const { openTransport } = await import('./open-transport.ts')
    return openTransport(url, proxy)
  }
  // The first mail loads the client.
  let opened: ReturnType<typeof open> | undefined
  return {
    send: async ({ to, from, headers, ...mail }, { signal }) => {
      const ownSignal = AbortSignal.any([signal])
      opened ??= open()
      const { transport, contents } = await opened
      try {
        const { response } = await transport.sendMail({
          ...mail,
          // RFC 5322, 3.6.4.
          references: mail.inReplyTo,
          from: withName(from),
          to: { name: '', address: to },
          // Prepared headers are not folded. Some relays unfold headers, which breaks the signature.
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }]),
          ),
          signal: ownSignal,
        })
        return response ?? ''
      } catch (cause) {
        throw toMailError(cause, contents.get(ownSignal)?.readableDidRead !== true)
      }
    },
    close: () => void opened?.then(({ transport }) => transport.close()),
  }
}

const smtpFailureSchema = z.object({
  code: z.string().optional().catch(undefined),
  command: z.string().optional().catch(undefined),
  response: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
})

function toMailError(cause: unknown, sentNothing: boolean): MailError {
  const { code, command, response, responseCode } = smtpFailureSchema.parse(cause)
  return new MailError({ stage: stageOf(code, command), responseCode, response, sentNothing, cause })
}

function stageOf(code = '', command = ''): MailStage {
  if (/AUTH/.test(code)) return 'authentication'
  if (command === 'MAIL FROM') return 'sender'
  if (command === 'RCPT TO') return 'recipient'
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'message' : 'connection'
}

/** Returns the domain of a sender, for the ids of mails. */
export function domainOf(from: string): string {
  return /@([^\s<>@]+?)>?$/.exec(from)?.[1] ?? 'localhost'
}
