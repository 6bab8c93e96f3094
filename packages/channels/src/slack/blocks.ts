import { cutText } from '../text/cut-text.ts'
import { escapeAndCut } from '../text/escape-and-cut.ts'

// https://docs.slack.dev/reference/block-kit
const maxBlocks = 50
const maxHeader = 150
const maxSection = 3000
const maxContextElements = 10
const maxContextText = 3000
const maxActions = 25
const maxButtonText = 75
const maxValue = 2000
const maxActionId = 255
const maxUrl = 3000
const maxFallback = 4000

type Text =
  | { type: 'plain_text'; text: string; emoji: false }
  | { type: 'mrkdwn'; text: string; verbatim: true }

type Button = { type: 'button'; text: Text; action_id: string; value: string; style?: 'primary' }

export type Block =
  | { type: 'header' | 'section'; text: Text }
  | { type: 'context'; elements: Text[] }
  | { type: 'actions'; elements: Button[] }
  | { type: 'divider' }

/** A heading of plain text. */
export function header(text: string): Block {
  return { type: 'header', text: plain(text, maxHeader) }
}

/** A paragraph of plain text. */
export function paragraph(text: string, max = maxSection): Block {
  return { type: 'section', text: plain(text, Math.min(max, maxSection)) }
}

/** A small line of several plain texts. */
export function context(...texts: string[]): Block {
  return {
    type: 'context',
    elements: texts.slice(0, maxContextElements).map((text) => plain(text, maxContextText)),
  }
}

/** A small line of markup. Untrusted text in it must be escaped. */
export function markupContext(markup: string): Block {
  return { type: 'context', elements: [{ type: 'mrkdwn', text: markup, verbatim: true }] }
}

export function divider(): Block {
  return { type: 'divider' }
}

export function actions(
  buttons: { text: string; actionId: string; value: string; isMain?: boolean }[],
): Block {
  return {
    type: 'actions',
    elements: buttons.slice(0, maxActions).map(({ text, actionId, value, isMain = false }) => ({
      type: 'button',
      text: plain(text, maxButtonText),
      action_id: actionId.slice(0, maxActionId),
      value: value.slice(0, maxValue),
      ...(isMain && { style: 'primary' as const }),
    })),
  }
}

/** Returns the markup of a link to a percent-encoded URL; undefined if it is too long for Slack. */
export function findLinkMarkup(url: string, label: string): string | undefined {
  const escaped = url.replaceAll('&', '&amp;')
  return escaped.length > maxUrl - maxButtonText
    ? undefined
    : `<${escaped}|${escapeAndCut(label, maxButtonText)}>`
}

/** Returns as many blocks as Slack accepts. Keeps the last ones, which say what was left out. */
export function limitBlocks(blocks: Block[], keepLast: number): Block[] {
  if (blocks.length <= maxBlocks) return blocks
  return [...blocks.slice(0, maxBlocks - keepLast), ...blocks.slice(blocks.length - keepLast)]
}

/** Returns the text for notifications and for the message without blocks. */
export function fallback(text: string): string {
  return escapeAndCut(text, maxFallback)
}

function plain(text: string, max: number): Text {
  return { type: 'plain_text', text: cutText(text, max), emoji: false }
}
