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
// https://docs.slack.dev/reference/block-kit/composition-objects/confirmation-dialog-object
const maxConfirmation = 300
const maxAnswer = 30
const maxUrl = 3000
const maxFallback = 4000

type Text = { type: 'plain_text'; text: string; emoji: false }

type Confirmation = { title: Text; text: Text; confirm: Text; deny: Text }

type Button = {
  type: 'button'
  text: Text
  action_id: string
  value: string
  style?: 'primary'
  confirm?: Confirmation
}

/** Slack shows the text of a run literally: it has no markup. */
export type Run =
  | { type: 'text'; text: string; style?: { bold: true } }
  | { type: 'link'; url: string; text: string }
  | { type: 'user'; user_id: string }
  | { type: 'date'; timestamp: number; format: string; fallback: string }

type RichPart = { type: 'rich_text_section' | 'rich_text_quote'; elements: Run[] }

export type Block =
  | { type: 'header' | 'section'; text: Text }
  | { type: 'context'; elements: Text[] }
  | { type: 'actions'; elements: Button[] }
  | { type: 'rich_text'; elements: RichPart[] }
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

/** Returns a block of paragraphs, each of runs. Empty paragraphs are left out; undefined if all of them are empty. */
export function findRichText(...parts: (RichPart | undefined)[]): Block | undefined {
  const elements = parts.filter((part) => part !== undefined && part.elements.length > 0)
  return elements.length === 0 ? undefined : { type: 'rich_text', elements: elements as RichPart[] }
}

export function section(...runs: Run[]): RichPart {
  return { type: 'rich_text_section', elements: withoutEmpty(runs) }
}

export function quotation(...runs: Run[]): RichPart {
  return { type: 'rich_text_quote', elements: withoutEmpty(runs) }
}

export function run(text: string, max: number): Run {
  return { type: 'text', text: cutText(text, max) }
}

export function bold(text: string, max: number): Run {
  return { type: 'text', text: cutText(text, max), style: { bold: true } }
}

/** A link that shows a label of ours; undefined if the URL is too long for Slack. */
export function findLink(url: string, label: string): Run | undefined {
  return url.length > maxUrl ? undefined : { type: 'link', url, text: label }
}

/** Mentions a user of Slack. */
export function user(id: string): Run {
  return { type: 'user', user_id: id }
}

/** A moment in the zone of each reader. */
export function date(atMs: number, fallbackText: string): Run {
  const format = '{date_short_pretty} at {time}'
  return { type: 'date', timestamp: Math.floor(atMs / 1_000), format, fallback: fallbackText }
}

function withoutEmpty(runs: Run[]): Run[] {
  return runs.filter((one) => one.type !== 'text' || one.text !== '')
}

export function divider(): Block {
  return { type: 'divider' }
}

export function actions(
  buttons: { text: string; actionId: string; value: string; isMain?: boolean; question?: string }[],
  answers: { yes: string; no: string },
): Block {
  return {
    type: 'actions',
    elements: buttons.slice(0, maxActions).map(({ text, actionId, value, isMain = false, question }) => ({
      type: 'button',
      text: plain(text, maxButtonText),
      action_id: actionId.slice(0, maxActionId),
      value: value.slice(0, maxValue),
      ...(isMain && { style: 'primary' as const }),
      ...(question !== undefined && { confirm: confirmation(text, question, answers) }),
    })),
  }
}

function confirmation(
  title: string,
  question: string,
  { yes, no }: { yes: string; no: string },
): Confirmation {
  return {
    title: plain(title, maxButtonText),
    text: plain(question, maxConfirmation),
    confirm: plain(yes, maxAnswer),
    deny: plain(no, maxAnswer),
  }
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
