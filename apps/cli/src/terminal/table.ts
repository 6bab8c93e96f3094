import { printable } from './printable.ts'

export type Cell = string | number | boolean | Date | null | undefined

const gap = 2
const leastWidth = 8
/** What a terminal shows in two columns, as far as texts have it. */
const wide = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{Emoji_Presentation}\uff01-\uff60]/u

type Fit = {
  /** How wide a line may be. By default as the terminal is; without one, as its cells are. */
  width?: number | undefined
}

/** Ids, moments and the like stay whole, so that they can be copied. */
const longestWhole = 40

/** The width of the terminal, or 100 without one, for texts of strangers that are wider than any. */
export function readableWidth(): number {
  return terminalWidth() ?? 100
}

/** A terminal that does not know its width says 0. */
function terminalWidth(): number | undefined {
  return process.stdout.columns || undefined
}

/** Formats items as rows: the head of each column, and its cell of an item. */
export function tableOf<Item>(columns: Record<string, (item: Item) => Cell>, items: readonly Item[]): string {
  const rows = items.map((item) => Object.values(columns).map((cellOf) => cellOf(item)))
  return table(Object.keys(columns), rows)
}

/** Formats rows in columns under a heading; each as a record where the terminal is too narrow for its ids. */
export function table(head: string[], rows: Cell[][], { width = terminalWidth() }: Fit = {}): string {
  const texts = [head, ...rows.map((row) => row.map(textOf))]
  const widths = width === undefined ? widthsOf(texts) : shareOut(texts, width)
  if (widths !== undefined) return columns(texts, widths)
  const records = rows.map((row) =>
    record(Object.fromEntries(head.map((name, at) => [name, row[at]])), { width }),
  )
  return records.length === 0 ? columns(texts, widthsOf(texts)) : records.join('\n\n')
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
export function record(members: Record<string, Cell>, { width = terminalWidth() }: Fit = {}): string {
  const texts = Object.entries(members).map(([name, cell]) => [name, textOf(cell)])
  const widths = widthsOf(texts)
  if (width === undefined) return columns(texts, widths)
  const [names = 0] = widths
  const [, values = 0] = leastWidths(texts, isAddress)
  return columns(texts, [names, Math.max(values, width - names - gap)])
}

function columns(rows: readonly string[][], widths: readonly number[]): string {
  const cells = rows.map((row) => row.map((text, at) => wrap(text, widths[at] ?? 0)))
  const used = measure(cells, (lines = []) => greatestOf(lines, widthOf))
  const linesOf = (row: readonly string[][]) =>
    Array.from({ length: greatestOf(row, ({ length }) => length) }, (_, line) =>
      row
        .map((lines, at) => padded(lines[line] ?? '', (used[at] ?? 0) + gap))
        .join('')
        .trimEnd(),
    )
  return cells.flatMap(linesOf).join('\n')
}

function padded(text: string, width: number): string {
  return `${text}${' '.repeat(width - widthOf(text))}`
}

/** Gives columns as much of the width as they need or an even share; undefined where not all can have what they need at least. */
function shareOut(rows: readonly string[][], width: number): number[] | undefined {
  const needed = widthsOf(rows)
  const least = leastWidths(rows)
  const room = width - gap * (needed.length - 1)
  for (let most = Math.max(...needed); most >= leastWidth; most -= 1) {
    const widths = needed.map((need, at) => Math.max(least[at] ?? 0, Math.min(need, most)))
    if (widths.reduce((sum, one) => sum + one, 0) <= room) return widths
  }
  return undefined
}

function widthsOf(rows: readonly string[][]): number[] {
  return measure(rows, (text = '') => widthOf(text))
}

/** Terminals open what they wrap themselves, but not what has a break in it. */
function isAddress(word: string): boolean {
  return /^https?:/.test(word)
}

/** The widths in which no id is broken, nor what else stays whole. Scripts without spaces break anywhere. */
function leastWidths(rows: readonly string[][], staysWhole = (_word: string) => false): number[] {
  const leastOf = (word: string) => {
    const width = widthOf(word)
    const isWhole = staysWhole(word) || (width <= longestWhole && !wide.test(word))
    return isWhole ? width : Math.min(width, leastWidth)
  }
  return measure(rows, (text = '') => greatestOf(text.split(' '), leastOf))
}

/** Measures each column. */
function measure<Cell>(
  rows: readonly (readonly Cell[])[],
  widthIn: (cell: Cell | undefined) => number,
): number[] {
  const count = greatestOf(rows, (row) => row.length)
  return Array.from({ length: count }, (_, at) => greatestOf(rows, (row) => widthIn(row[at])))
}

/** For more items than a call takes arguments. */
function greatestOf<Item>(items: readonly Item[], measureOf: (item: Item) => number): number {
  return items.reduce((greatest, item) => Math.max(greatest, measureOf(item)), 0)
}

/** Returns lines, broken between words, and within a word that is longer than a line. */
function wrap(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text]
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
  return [...lines, line]
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
