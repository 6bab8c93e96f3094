import Table from 'cli-table3'
import { printable } from './printable.ts'

type Cell = string | number | boolean | Date | null | undefined

const noLines = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
    .concat(['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'])
    .map((part) => [part, '']),
)

/** Formats rows in columns under a heading. */
export function table(head: string[], rows: Cell[][]): string {
  return columns([head, ...rows])
}

/** Formats a record with a line for each member. */
export function record(members: Record<string, Cell>): string {
  return columns(Object.entries(members))
}

function columns(rows: Cell[][]): string {
  const lines = new Table({ chars: noLines, style: { 'padding-left': 0, 'padding-right': 2, head: [] } })
  lines.push(...rows.map((row) => row.map(textOf)))
  return lines
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return '-'
  if (cell instanceof Date) return cell.toISOString()
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return printable(String(cell))
}
