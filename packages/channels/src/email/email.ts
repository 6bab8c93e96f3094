import { createHash } from 'node:crypto'
import { minuteMs, secondMs } from '@signalpost/domain'
import { z } from 'zod'
import { type Content, defineChannel, type Outcome } from '../channel.ts'
import { noteText } from '../http-outcome.ts'
import { addressSchema } from './address.ts'
import { findMail, maxMailItems } from './render-mail.ts'
import { domainOf, MailError } from './send-mail.ts'

const timeLimitMs = 10_000
const maxRecipients = 50

const settings = z.strictObject({
  to: z
    .array(addressSchema)
    .min(1)
    .max(maxRecipients)
    .refine(
      (addresses) => new Set(addresses.map((address) => address.toLowerCase())).size === addresses.length,
      {
        message: 'expected each address once',
      },
    ),
})

/** Sends over the operator's SMTP server, one mail for each recipient, who can unsubscribe or bounce alone. */
export const email = defineChannel({
  kind: 'email',
  title: 'Email',
  summary: 'Send mail, a separate message to each recipient',
  settings,
  secrets: z.strictObject({}),
  options: {
    to: { placeholder: '<address>', description: 'the addresses of the recipients', isList: true },
  },
  guide: [
    {
      text: 'Enter one address per line as “To”. Each recipient gets a separate mail with their own unsubscribe link.',
    },
    { text: 'Send a test, which goes to the first of them. If it does not arrive, look in the spam folder.' },
  ],
  findGap: ({ smtp }) =>
    smtp === undefined
      ? 'Set SIGNALPOST_SMTP_URL and SIGNALPOST_MAIL_FROM, also for the worker: without them no mail is sent.'
      : undefined,
  pace: undefined,
  retryDelaysMs: [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs],
  instantExpiresAfterMs: 120 * minuteMs,
  recognisesRepeats: false,
  maxItems: maxMailItems,
  followsUp: true,
  disabledAfter: undefined,
  recipients: ({ to }) => to,
  findRecipient: ({ email: address }) => address ?? undefined,
  send: async ({ sendMail, smtp }, { content, messageId, recipient, reference, signal, ...links }) => {
    const { unsubscribeUrl } = links
    if (reference !== undefined) return { outcome: 'rejected', code: 'cannot_edit' }
    const mail = findMail(content, links)
    if (mail === undefined) return { outcome: 'rejected', code: 'content_not_supported' }
    // An operator may fix the server while the alert is still useful.
    if (sendMail === undefined || smtp === undefined) return { outcome: 'retry', code: 'smtp_not_configured' }
    const { subject, text, html, isBulk } = mail
    const idOf = (message: string): string =>
      createHash('sha256').update(`${message} ${recipient}`).digest('hex').slice(0, 40)
    const mailIdOf = (message: string): string => `<${idOf(message)}@${domainOf(smtp.from)}>`
    const followed = findFollowed(content)
    const first = followed === undefined ? undefined : mailIdOf(followed)
    try {
      const answer = await sendMail(
        {
          from: smtp.from,
          to: recipient,
          subject,
          text,
          html,
          messageId: mailIdOf(messageId),
          inReplyTo: first,
          headers: {
            'Auto-Submitted': 'auto-generated',
            // Gmail keeps mails with ids of their own apart.
            ...(first === undefined && { 'X-Entity-Ref-ID': idOf(messageId) }),
            ...(isBulk && { Precedence: 'bulk' }),
            // RFC 8058: the mail client's own button, which posts to the address.
            ...(unsubscribeUrl !== undefined && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        },
        { signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimitMs)]) },
      )
      return { outcome: 'sent', answer: noteText(answer) }
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      const { response } = error
      return { ...judge(error), ...(response !== undefined && { answer: noteText(response) }) }
    }
  },
})

/** Returns the id of the message whose thread a mail belongs to; undefined for the first of a thread. */
function findFollowed(content: Content): string | undefined {
  if ('followUp' in content) return content.followUp.follows
  return 'alert' in content ? content.alert.thread : undefined
}

const loginRefusals = [530, 534, 535, 538]

/** Judges by the server's response, or without one, by whether any content was sent. RFC 5321, 3463. */
function judge({ stage, responseCode, response, sentNothing }: MailError): Outcome {
  if (responseCode === undefined) {
    if (stage === 'authentication') return { outcome: 'disabled', code: 'smtp_login_refused' }
    return sentNothing
      ? { outcome: 'retry', code: 'smtp_unreachable' }
      : { outcome: 'ambiguous', code: 'smtp_no_answer' }
  }
  const code = `smtp_${responseCode}`
  if (loginRefusals.includes(responseCode)) return { outcome: 'disabled', code }
  if (responseCode < 500) return { outcome: 'retry', code }
  if (stage === 'authentication') return { outcome: 'disabled', code }
  if (stage === 'recipient' && isHardBounce(response)) {
    return { outcome: 'rejected', suppressRecipient: true, code }
  }
  return { outcome: 'rejected', code }
}

/** A full mailbox or a policy against us is no fault of the address. A 5yz without an enhanced code is one. */
function isHardBounce(response = ''): boolean {
  const finer = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  return finer === undefined || /^5\.(?:1\.\d+|2\.[01]|0\.0|5\.0)$/.test(finer)
}
