import Table from 'cli-table3'
import { printable } from './printable.ts'

export type Cell = string | number | boolean | Date | null | undefined

const noLines = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
    .concat(['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'])
    .map((part) => [part, '']),
)

const gap = 2
const leastWidth = 8
/** What a terminal shows in two columns, as far as texts have it. */
const wide = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{Emoji_Presentation}\uff01-\uff60]/u

type Fit = {
  /** How wide a line may be. By default as the terminal is; without one, as its cells are. */
  width?: number
}

/** The width of the terminal, or 100 without one, for texts of strangers that are wider than any. */
export function readableWidth(): number {
  return process.stdout.columns ?? 100
}

/** Formats items as rows: the head of each column, and its cell of an item. */
export function tableOf<Item>(columns: Record<string, (item: Item) => Cell>, items: readonly Item[]): string {
  const rows = items.map((item) => Object.values(columns).map((cellOf) => cellOf(item)))
  return table(Object.keys(columns), rows)
}

/** Formats rows in columns under a heading. */
export function table(head: string[], rows: Cell[][], fit: Fit = {}): string {
  return columns([head, ...rows], fit)
}

type Attempt = {
  at: string
  outcome: string
  httpStatus: number | null
  code: string | null
  durationMs: number | null
  answer: string | null
}

/** Formats what was tried to send, and what the other side answered. */
export function attemptTable(attempts: readonly Attempt[]): string {
  const rows = attempts.map((one) => [
    ...[one.at, one.outcome, one.httpStatus, one.code, one.durationMs, one.answer],
  ])
  return table(['ATTEMPT', 'OUTCOME', 'STATUS', 'CODE', 'MS', 'ANSWER'], rows)
}

/** Formats a record with a line for each member. */
export function record(members: Record<string, Cell>, fit: Fit = {}): string {
  return columns(Object.entries(members), fit)
}

function columns(cells: Cell[][], { width = process.stdout.columns }: Fit): string {
  const texts = cells.map((row) => row.map(textOf))
  const rows = width === undefined ? texts : fitted(texts, width)
  const lines = new Table({ chars: noLines, style: { 'padding-left': 0, 'padding-right': gap, head: [] } })
  lines.push(...rows)
  return lines
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

/** Wraps the widest columns until a line fits. */
function fitted(rows: readonly string[][], width: number): string[][] {
  const count = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: count }, (_, at) =>
    Math.max(...rows.map((row) => widthOf(row[at] ?? ''))),
  )
  const room = Math.max(width - gap * (count - 1), count * leastWidth)
  const others = widths.toSorted((a, b) => a - b)
  // Columns that need less than an even share of what is left keep what they need.
  let left = room
  let most = 0
  for (const [at, needed] of others.entries()) {
    most = Math.floor(left / (count - at))
    if (needed > most) break
    left -= needed
  }
  return rows.map((row) =>
    row.map((text, at) => (widthOf(text) <= most || (widths[at] ?? 0) <= most ? text : wrap(text, most))),
  )
}

/** Breaks between words, and within a word that is longer than a line. */
function wrap(text: string, width: number): string {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of text.split(' ')) {
    const needed = widthOf(word)
    if (used > 0 && used + 1 + needed > width) {
      lines.push(line)
      line = ''
      used = 0
    } else if (used > 0) {
      line += ' '
      used += 1
    }
    if (needed <= width) {
      line += word
      used += needed
      continue
    }
    for (const letter of word) {
      if (used + widthOf(letter) > width) {
        lines.push(line)
        line = ''
        used = 0
      }
      line += letter
      used += widthOf(letter)
    }
  }
  return [...lines, line].join('\n')
}

function widthOf(text: string): number {
  let width = 0
  for (const letter of text) width += wide.test(letter) ? 2 : 1
  return width
}

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '-'
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return printable(String(cell))
}
