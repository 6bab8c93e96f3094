import { randomUUID } from 'node:crypto'
import type { OutgoingProxy } from '@signalpost/outgoing'
import { type Html, html } from './html.ts'
import { layOut } from './lay-out.ts'
import { renderHeading, renderNote } from './mail-parts.ts'
import { createMailSender, domainOf } from './send-mail.ts'

/** A mail to a person with one link to open. */
export type Letter = {
  to: string
  subject: string
  paragraphs: string[]
  link: { label: string; url: string }
  /** The same on every try, so that mail programs recognise a repeat. */
  id?: string
}

/** Throws MailError. */
export type SendLetter = (letter: Letter) => Promise<void>

const timeLimitMs = 10_000

/** Sends letters as text and HTML through the server of an `smtp://` or `smtps://` URL. */
export function createLetterSender({
  url,
  from,
  proxy,
}: {
  url: string
  from: string
  /** The proxy through which a server outside of the operator's network is reached. */
  proxy?: OutgoingProxy | undefined
}): {
  sendLetter: SendLetter
  close: () => void
} {
  const { send, close } = createMailSender(url, proxy)
  return {
    close,
    sendLetter: async (letter) => {
      const { to, subject } = letter
      await send(
        {
          ...{ from, to, subject, ...renderLetter(letter) },
          messageId: `<${letter.id ?? randomUUID()}@${domainOf(from)}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        },
        { signal: AbortSignal.timeout(timeLimitMs) },
      )
    },
  }
}

function renderLetter({ subject, paragraphs, link }: Letter): { text: string; html: string } {
  const parts = [
    renderHeading(subject),
    { html: linkOf(link), text: `${link.label}:\n${link.url}` },
    ...paragraphs.map(renderNote),
  ]
  return layOut({ subject, parts, origin: 'Signalpost', unsubscribeUrl: undefined })
}

function linkOf({ label, url }: Letter['link']): Html {
  return html`<p style="margin:0"><a href="${url}" style="font-weight:600;color:#0b62b8">${label}</a><br>
<span style="font-size:13px;word-break:break-all">${url}</span></p>`
}
