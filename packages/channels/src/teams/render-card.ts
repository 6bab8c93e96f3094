import type { Content, FollowUp, MessageLinks } from '../channel.ts'
import { type AlertDescription, describeAlert } from '../describe-alert.ts'
import { describeFollowUp } from '../describe-follow-up.ts'
import { type SignalDescription, sayStatus } from '../describe-signal.ts'
import { cutText } from '../text/cut-text.ts'
import type { Words } from '../words/words.ts'

export const maxTeamsItems = 10

// https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
const maxBytes = 28 * 1024
/** The most characters of each text, in the order in which they are tried until the message is small enough. */
const limits = [
  { title: 300, reason: 700, quote: 2_000, shortReason: 300 },
  { title: 200, reason: 350, quote: 700, shortReason: 120 },
  { title: 120, reason: 150, quote: 200, shortReason: 0 },
] as const

type Limits = (typeof limits)[number]

type Run = {
  type: 'TextRun'
  text: string
  weight?: 'Bolder'
  size?: 'Large'
  isSubtle?: true
}
type Paragraph = { type: 'RichTextBlock'; inlines: Run[]; spacing?: 'None'; separator?: true }
type Actions = { type: 'ActionSet'; actions: { type: 'Action.OpenUrl'; title: string; url: string }[] }
type Element = Paragraph | Actions

export type TeamsMessage = {
  type: 'message'
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive'
      contentUrl: null
      content: { $schema: string; type: 'AdaptiveCard'; version: '1.4'; body: Element[] }
    },
  ]
}

/**
 * Returns the message with an Adaptive Card for a content; undefined for content that is not sent to Teams. All text is
 * in runs, which have no markup: Teams reads Markdown in text blocks. https://adaptivecards.io/explorer/TextRun.html
 */
export function findTeamsMessage(content: Content, links: MessageLinks = {}): TeamsMessage | undefined {
  if ('event' in content) return undefined
  if ('notice' in content) {
    const { heading, text } = content.notice
    return messageOf([paragraph([{ text: heading, weight: 'Bolder', size: 'Large' }]), paragraph([{ text }])])
  }
  if ('followUp' in content) return messageOf(showFollowUp(content.followUp, links))
  const alert = describeAlert(content.alert, { maxItems: maxTeamsItems, links })
  const messages = limits.map((limit) => messageOf(bodyOf(alert, limit)))
  return messages.find((message) => Buffer.byteLength(JSON.stringify(message)) <= maxBytes) ?? messages.at(-1)
}

function showFollowUp(followUp: FollowUp, links: MessageLinks): Element[] {
  const { heading, signal, title, facts, origin, words } = describeFollowUp(followUp, links)
  return [
    paragraph([{ text: heading, weight: 'Bolder', size: 'Large' }]),
    paragraph([{ text: title, weight: 'Bolder' }]),
    ...linksOf(signal, words),
    ...facts.map((text) => paragraph([{ text }])),
    paragraph([{ text: origin, isSubtle: true }]),
  ]
}

function bodyOf(alert: AlertDescription, limit: Limits): Element[] {
  const { lead, heading, top, origin, signals, rest: left, isSingle, words } = alert
  const [signal] = signals
  const rest = left === undefined ? [] : [paragraph([{ text: left }])]
  const first = paragraph([{ text: top, weight: 'Bolder', size: 'Large' }])
  return [
    first,
    ...(lead === undefined ? [] : [paragraph([{ text: heading, weight: 'Bolder' }])]),
    ...(isSingle && signal !== undefined
      ? showInFull(signal, { limit, words })
      : signals.flatMap((one, index) => showInShort(one, index, { limit, words }))),
    ...rest,
    paragraph([{ text: origin, isSubtle: true }]),
  ]
}

type Showing = { limit: Limits; words: Words }

function showInFull(signal: SignalDescription, { limit, words }: Showing): Element[] {
  const { title, score, facts, reasons, quote } = signal
  return [
    paragraph([{ text: cutText(title, limit.title), weight: 'Bolder' }]),
    paragraph([{ text: [score, ...facts].join(' · '), isSubtle: true }]),
    ...statusOf(signal),
    ...linksOf(signal, words),
    ...reasons.map(({ label, text }) =>
      paragraph([{ text: `${label}: `, weight: 'Bolder' }, { text: cutText(text, limit.reason) }]),
    ),
    ...(quote === undefined ? [] : paragraphsOf(`“${cutText(quote, limit.quote)}”`)),
  ]
}

function showInShort(signal: SignalDescription, index: number, { limit, words }: Showing): Element[] {
  const { title, mark, headline, score, reasons } = signal
  const [why] = reasons
  return [
    {
      ...paragraph([{ text: `${index + 1}. ${cutText(title, limit.title)}`, weight: 'Bolder' }]),
      separator: true,
    },
    paragraph([{ text: `${mark} ${headline} · ${score}` }]),
    ...(why === undefined || limit.shortReason === 0
      ? []
      : [paragraph([{ text: cutText(why.text, limit.shortReason) }])]),
    ...statusOf(signal),
    ...linksOf(signal, words),
  ]
}

function linksOf({ url, urlLabel, pageUrl, acknowledgeUrl }: SignalDescription, words: Words): Element[] {
  const links = [
    [urlLabel, url],
    [words.openInConsole, pageUrl],
    [words.buttons.acknowledge, acknowledgeUrl],
  ] as const
  const actions = links.flatMap(([title, address]) =>
    address === undefined ? [] : [{ type: 'Action.OpenUrl' as const, title, url: cutUrl(address) }],
  )
  return actions.length === 0 ? [] : [{ type: 'ActionSet', actions }]
}

// The host stays right if a URL is cut, which only an absurdly long one is.
function cutUrl(url: string): string {
  return url.slice(0, 2_000)
}

function statusOf({ status }: SignalDescription): Element[] {
  const said = sayStatus(status)
  return said === undefined ? [] : [paragraph([{ text: said, weight: 'Bolder' }])]
}

/** A paragraph for each line: a run has no line breaks. */
function paragraphsOf(text: string): Paragraph[] {
  const [first = '', ...others] = text.split('\n').filter((line) => line.trim() !== '')
  const shown = others.length <= 20 ? others : [...others.slice(0, 19), others.slice(19).join(' ')]
  return [
    paragraph([{ text: first }]),
    ...shown.map((line) => ({ ...paragraph([{ text: line }]), spacing: 'None' as const })),
  ]
}

function paragraph(runs: Omit<Run, 'type'>[]): Paragraph {
  return { type: 'RichTextBlock', inlines: runs.map((run) => ({ type: 'TextRun', ...run })) }
}

function messageOf(body: Element[]): TeamsMessage {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard' as const,
    version: '1.4' as const,
    body,
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  }
}
