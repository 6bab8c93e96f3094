import type { Content, MessageLinks } from '../channel.ts'
import { type AlertDescription, describeAlert } from '../describe-alert.ts'
import { type SignalDescription, sayStatus } from '../describe-signal.ts'
import { escapeAndCut } from '../text/escape-and-cut.ts'
import type { Words } from '../words/words.ts'

export const maxDiscordItems = 6

// https://discord.com/developers/docs/resources/message#embed-object-embed-limits
const maxTitle = 256
const maxName = 256
const maxValue = 1_024
const maxFooter = 2_048
// All texts of a message together have at most 6,000 characters: these shares stay below it.
const shares = { headline: 200, title: 200, facts: 300, reason: 450, origin: 300, links: 500 }
const shortShares = { headline: 130, title: 160, facts: 40, status: 60, reason: 120, links: 380 }

const colours = { immediate: 0xd92d20, high: 0xd92d20, medium: 0xdc6803, low: 0x667085 }

type Embed = {
  title: string
  url?: string
  description?: string
  color?: number
  fields?: { name: string; value: string }[]
  footer?: { text: string }
}

export type DiscordMessage = { content: string; embeds: Embed[]; allowed_mentions: { parse: [] } }

/**
 * Returns the message for a content; undefined for content that is not sent to Discord. Strangers' text is escaped, and
 * nothing in the message mentions anybody.
 */
export function findDiscordMessage(content: Content, links: MessageLinks = {}): DiscordMessage | undefined {
  if ('event' in content || 'followUp' in content) return undefined
  if ('notice' in content) {
    const { heading, text } = content.notice
    return messageOf(heading, [{ title: plain(heading, maxTitle), description: plain(text, maxValue) }])
  }
  const alert = describeAlert(content.alert, { maxItems: maxDiscordItems, links })
  const { lead, heading, top, signals, words } = alert
  const [signal] = signals
  const first = lead === undefined ? top : `${top}\n${heading}`
  if (alert.isSingle && signal !== undefined) return messageOf(first, [showInFull(alert, signal)])
  return messageOf(first, [...signals.map((one, index) => showInShort(one, index, words)), showRest(alert)])
}

function showInFull({ origin, words }: AlertDescription, signal: SignalDescription): Embed {
  const { title, score, facts, reasons, quote } = signal
  return {
    title: plain(title, shares.title),
    ...linkOf(signal),
    ...colourOf(signal),
    description: present([
      plain([score, ...facts].join(' · '), shares.facts),
      linksOf(signal, words, shares.links),
    ]).join('\n'),
    fields: [
      ...statusOf(signal, words),
      ...reasons.map(({ label, text }) => ({ name: label, value: plain(text, shares.reason) })),
      ...(quote === undefined ? [] : [{ name: words.labels.quote, value: plain(`“${quote}”`, maxValue) }]),
    ],
    footer: { text: plainFooter(origin, shares.origin) },
  }
}

function showInShort(signal: SignalDescription, index: number, words: Words): Embed {
  const { title, headline, score, reasons } = signal
  const [why] = reasons
  const status = sayStatus(signal.status)
  const lines = present([
    `${plain(headline, shortShares.headline)} · ${plain(score, shortShares.facts)}`,
    status === undefined ? undefined : plain(status, shortShares.status),
    why === undefined ? undefined : plain(why.text, shortShares.reason),
    linksOf(signal, words, shortShares.links),
  ])
  return {
    title: `${index + 1}\\. ${plain(title, shortShares.title)}`,
    ...linkOf(signal),
    ...colourOf(signal),
    description: lines.join('\n'),
  }
}

function showRest({ heading, origin, rest }: AlertDescription): Embed {
  return {
    title: plain(rest ?? heading, shares.headline),
    footer: { text: plainFooter(origin, shares.origin) },
  }
}

function statusOf({ status }: SignalDescription, words: Words): { name: string; value: string }[] {
  const said = sayStatus(status)
  return said === undefined ? [] : [{ name: words.status, value: plain(said, maxName) }]
}

/** Links of ours behind labels of ours. Those that are too long together are left out, the last first. */
function linksOf(
  { pageUrl, acknowledgeUrl }: SignalDescription,
  words: Words,
  max: number,
): string | undefined {
  const links = [
    [words.openInConsole, pageUrl],
    [words.buttons.acknowledge, acknowledgeUrl],
  ] as const
  let line = ''
  for (const [label, url] of links) {
    const next = url === undefined ? '' : `${line === '' ? '' : ' · '}[${label}](${url})`
    if (line.length + next.length <= max) line += next
  }
  return line === '' ? undefined : line
}

function present<Part>(parts: (Part | undefined)[]): Part[] {
  return parts.filter((part) => part !== undefined)
}

function linkOf({ url }: SignalDescription): { url?: string } {
  return url === undefined || url.length > 2_000 ? {} : { url }
}

function colourOf({ urgency }: SignalDescription): { color?: number } {
  return urgency === undefined ? {} : { color: colours[urgency] }
}

function messageOf(heading: string, embeds: Embed[]): DiscordMessage {
  return { content: plain(heading, shares.headline), embeds, allowed_mentions: { parse: [] } }
}

function plain(text: string, max: number): string {
  // Discord refuses an empty text.
  return escapeAndCut(text.trim() === '' ? '–' : text, max, escapeMarkdown)
}

/** A footer has no markup. */
function plainFooter(text: string, max: number): string {
  return escapeAndCut(text, Math.min(max, maxFooter), (whole) => whole)
}

/** Escapes what begins a mention, a link or a format. https://support.discord.com/hc/articles/210298617 */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\*_~`|<>[\]()#:@+-]/g, '\\$&')
}
