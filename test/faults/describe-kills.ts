import type { KillsReport } from './survive-kills.ts'

const columnGap = '  '

/** The book of each run as a table for people: a line for each figure, a column for each run. */
export function describeKills(reports: readonly KillsReport[]): string {
  const columns = reports.map(figuresOf)
  const [first = []] = columns
  const nameWidth = Math.max(...first.map(([name]) => name.length))
  const widths = columns.map((column) => Math.max(...column.map(([, value]) => value.length)))
  const lines = first.map(([name], line) =>
    [
      name.padEnd(nameWidth),
      ...columns.map((column, index) => (column[line]?.[1] ?? '').padEnd(widths[index] ?? 0)),
    ]
      .join(columnGap)
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}

function figuresOf({ backend, totals, audit, ...report }: KillsReport): [name: string, value: string][] {
  const statuses = ['applied', 'duplicate', 'conflict', 'ignored', 'dead']
  const killsOf = (kind: string): number =>
    Object.entries(report.killsByProcess)
      .filter(([name]) => name.startsWith(kind))
      .reduce((sum, [, kills]) => sum + kills, 0)
  const figures: [string, string | number][] = [
    ['backend', backend],
    ['deliveries sent', totals.deliveries],
    ['requests ok', totals.ok],
    ['requests refused', totals.refused],
    ['requests unknown', totals.unknown],
    ...statuses.map((status): [string, number] => [`ledger ${status}`, audit.statuses[status] ?? 0]),
    ['lost', audit.lost],
    ['applied twice', audit.appliedTwice],
    ['kills of intakes', killsOf('intake')],
    ['kills of workers', killsOf('worker')],
    ['jobs deleted', report.jobsDeleted],
    ['seconds to settle', (report.settledAfterMs / 1000).toFixed(1)],
    ['seconds', (report.durationMs / 1000).toFixed(1)],
    ['verdict', report.complaints.length === 0 ? 'sound' : 'BROKEN'],
  ]
  return figures.map(([name, value]) => [name, String(value)])
}
