import type { Alert, Content, FollowUp, Notice, Sending } from '../channel.ts'
import { type AlertDescription, describeAlert } from '../describe-alert.ts'
import { describeFollowUp } from '../describe-follow-up.ts'
import type { SignalDescription } from '../describe-signal.ts'
import { fillTemplate, valuesOfAlert } from '../http/template.ts'
import { cleanLine } from '../text/clean-text.ts'
import { cutText } from '../text/cut-text.ts'
import { layOut } from './lay-out.ts'
import {
  addAcknowledgement,
  type MailPart,
  renderFollowUp,
  renderHeading,
  renderMore,
  renderNote,
  renderSignal,
  renderSignalInShort,
} from './mail-parts.ts'

export const maxMailItems = 25

export type RenderedMail = { subject: string; text: string; html: string; isBulk: boolean }

type Links = Pick<Sending<unknown, unknown>, 'unsubscribeUrl' | 'acknowledgeUrlOf'>

/** Of what is then cut; a template that repeats long texts is left out. */
const maxSubjectBytes = 1024 * 1024
const maxSubject = 120
const maxRule = 40

/**
 * Returns undefined for content that is not sent by mail. A mail loads no remote content and shows in full the URLs that
 * lead elsewhere.
 * The same content gives the same mail.
 */
export function findMail(
  content: Content,
  { unsubscribeUrl, acknowledgeUrlOf }: Links,
): RenderedMail | undefined {
  if ('event' in content) return undefined
  if ('notice' in content) return renderNotice(content.notice, unsubscribeUrl)
  if ('followUp' in content) return followUpMail(content.followUp, unsubscribeUrl)
  const { alert } = content
  const description = describeAlert(alert, { maxItems: maxMailItems })
  const { heading, origin, isSingle, signals, rest, words } = description
  const [first] = signals
  const withAcknowledgement = (part: MailPart, { signalId }: SignalDescription): MailPart =>
    acknowledgeUrlOf === undefined
      ? part
      : addAcknowledgement(part, { url: acknowledgeUrlOf(signalId), label: words.buttons.acknowledge })
  const parts =
    isSingle && first !== undefined
      ? [withAcknowledgement(renderSignal(first), first)]
      : [
          renderHeading(heading),
          ...signals.map((signal, index) =>
            withAcknowledgement(renderSignalInShort(signal, index + 1), signal),
          ),
          ...(rest === undefined ? [] : [renderMore(rest)]),
        ]
  const subject = cutText(subjectOf(alert, description), maxSubject)
  return {
    subject,
    isBulk: alert.kind === 'digest',
    ...layOut({ subject, parts, origin, unsubscribeUrl, words }),
  }
}

/** Mail programs keep it in the thread of the alert, whose subject it has. */
function followUpMail(followUp: FollowUp, unsubscribeUrl: string | undefined): RenderedMail {
  const { alert } = followUp
  const description = describeAlert(alert, { maxItems: maxMailItems })
  const subject = `Re: ${cutText(subjectOf(alert, description), maxSubject)}`
  const { origin, words } = description
  const parts = [renderFollowUp(describeFollowUp(followUp))]
  return { subject, isBulk: false, ...layOut({ subject, parts, origin, unsubscribeUrl, words }) }
}

/** A digest also names its rule, so that a reader knows it in a list of mails. */
function subjectOf(alert: Alert, description: AlertDescription): string {
  const { heading, isSingle, signals } = description
  const [first] = signals
  const template = alert.style?.subject ?? null
  const filling = { escaping: 'text', mostBytes: maxSubjectBytes } as const
  const filled =
    template === null ? undefined : fillTemplate(template, valuesOfAlert(alert, description), filling)
  if (filled !== undefined) return cleanLine(filled)
  if (first === undefined) return heading
  const rule = alert.kind === 'digest' && !isSingle ? ` · ${cutText(cleanLine(alert.ruleName), maxRule)}` : ''
  return `${heading}${rule}: ${first.title}`
}

function renderNotice({ heading, text, at }: Notice, unsubscribeUrl: string | undefined): RenderedMail {
  const subject = cutText(cleanLine(heading), maxSubject)
  const parts = [renderHeading(subject), ...text.split('\n').map(renderNote)]
  return {
    subject,
    isBulk: false,
    ...layOut({ subject, parts, origin: `Signalpost · ${at}`, unsubscribeUrl }),
  }
}
