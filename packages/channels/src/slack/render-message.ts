import type { Alert, Content, Notice } from '../channel.ts'
import { type AlertDescription, describeAlert, sayMore } from '../describe-alert.ts'
import type { SignalDescription } from '../describe-signal.ts'
import { cutText } from '../text/cut-text.ts'
import { slackActions } from './actions.ts'
import {
  actions,
  type Block,
  context,
  divider,
  fallback,
  findLinkMarkup,
  header,
  limitBlocks,
  markupContext,
  paragraph,
} from './blocks.ts'

export const maxSlackItems = 10

/** `text` accompanies the blocks. `plainText` is sent alone if Slack does not accept the blocks. */
export type SlackMessage = { text: string; blocks: Block[]; plainText: string }

const maxTitle = 300
const maxReason = 700
const maxQuote = 2000
const maxShortReason = 300
const maxShortQuote = 300
// The blocks at the end of a list: what is left out, and the rule.
const lastBlocks = 2

/** Returns undefined for content that is not sent to Slack. The same content gives the same message. */
export function findSlackMessage(
  content: Content,
  { hasButtons }: { hasButtons: boolean },
): SlackMessage | undefined {
  if ('event' in content) return undefined
  if ('notice' in content) return renderNotice(content.notice)
  const alert = describeAlert(content.alert, { maxItems: maxSlackItems })
  const [signal] = alert.signals
  const buttons = hasButtons ? buttonsOf(content.alert) : []
  if (alert.isSingle && signal !== undefined) return renderSingle(alert, signal, buttons)
  // A message that is never edited would not show which button was clicked.
  return renderList(alert, content.alert.kind === 'instant' ? buttons : [])
}

function renderNotice({ heading, text }: Notice): SlackMessage {
  return {
    text: fallback(`${heading}. ${text}`),
    blocks: [header(heading), paragraph(text)],
    plainText: fallback(`${heading}\n${text}`),
  }
}

function renderSingle(
  { heading, origin }: AlertDescription,
  signal: SignalDescription,
  buttons: readonly Button[],
): SlackMessage {
  const { title, quote, score, facts } = signal
  const reasons = signal.reasons.map(({ label, text }) => `${label}: ${cutText(text, maxReason)}`)
  const shownQuote = quote === undefined ? undefined : `“${cutText(quote, maxQuote)}”`
  return {
    text: fallback(`${heading}: ${cutText(title, maxTitle)}`),
    blocks: [
      header(heading),
      paragraph(title, maxTitle),
      context([score, ...facts].join(' · ')),
      ...(reasons.length > 0 ? [paragraph(reasons.join('\n'))] : []),
      ...(shownQuote === undefined ? [] : [paragraph(shownQuote)]),
      linkOf(signal),
      ...statusOf(signal),
      ...(buttons.length > 0 ? [rowOf(buttons, signal)] : []),
      context(origin),
    ],
    plainText: fallback(
      [
        heading,
        cutText(title, maxTitle),
        [score, ...facts].join(' · '),
        ...(signal.url === undefined ? [] : [signal.url]),
        ...reasons,
        ...(shownQuote === undefined ? [] : [shownQuote]),
      ].join('\n'),
    ),
  }
}

function renderList(
  { heading, origin, signals, more }: AlertDescription,
  buttons: readonly Button[],
): SlackMessage {
  const items = signals.map((signal, index) => {
    const { title, headline, score, reasons, quote } = signal
    const [why] = reasons
    const lines = [`${index + 1}. ${cutText(title, maxTitle)}`, `${headline} · ${score}`]
    if (why !== undefined) lines.push(cutText(why.text, maxShortReason))
    if (quote !== undefined) lines.push(`“${cutText(quote, maxShortQuote)}”`)
    const reactions = buttons.length > 0 ? [...statusOf(signal), rowOf(buttons, signal)] : []
    return { lines, blocks: [paragraph(lines.join('\n')), linkOf(signal), ...reactions] }
  })
  const rest = more > 0 ? [sayMore(more, signals.length)] : []
  return {
    text: fallback([heading, ...signals.slice(0, 1).map(({ title }) => cutText(title, maxTitle))].join(': ')),
    blocks: limitBlocks(
      [
        header(heading),
        ...items.flatMap(({ blocks }) => blocks),
        divider(),
        ...rest.map((text) => paragraph(text)),
        context(origin),
      ],
      lastBlocks,
    ),
    plainText: fallback([heading, ...rest, ...items.flatMap(({ lines }) => ['', ...lines])].join('\n')),
  }
}

function linkOf({ url, urlLabel }: SignalDescription): Block {
  const markup = url === undefined ? undefined : findLinkMarkup(url, urlLabel)
  return markup === undefined
    ? context('The URL of the post is too long to show here.')
    : markupContext(markup)
}

type Button = { text: string; actionId: string; isMain?: boolean }

/** A step of an escalation asks for an acknowledgement first. */
function buttonsOf({ escalation }: Alert): Button[] {
  const isStep = escalation !== undefined
  return [
    ...(isStep ? [{ text: 'Acknowledge', actionId: slackActions.acknowledge, isMain: true }] : []),
    { text: 'Assign to me', actionId: slackActions.assign, ...(!isStep && { isMain: true }) },
    { text: 'Good', actionId: slackActions.good },
    { text: 'Bad', actionId: slackActions.bad },
  ]
}

function rowOf(buttons: readonly Button[], { signalId }: SignalDescription): Block {
  return actions(buttons.map((button) => ({ ...button, value: signalId })))
}

/** Returns the assignee and verdict of the signal, and whether it is acknowledged, for an edited message. */
function statusOf({ assignedTo, verdict, isAcknowledged }: SignalDescription): Block[] {
  const rest = [...(verdict === undefined ? [] : [verdict]), ...(isAcknowledged ? ['Acknowledged'] : [])]
  if (assignedTo === undefined) return rest.length === 0 ? [] : [context(rest.join(' · '))]
  // A person without a mapped user has the id from Slack, which shows their name for it.
  const slackId = /^slack:[A-Z0-9]+:([UW][A-Z0-9]{1,30})$/.exec(assignedTo)?.[1]
  const who = `Assigned to ${slackId === undefined ? assignedTo : `<@${slackId}>`}`
  const text = [who, ...rest].join(' · ')
  return [slackId === undefined ? context(text) : markupContext(text)]
}
