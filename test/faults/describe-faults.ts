import type { FaultsReport } from './survive-faults.ts'

const columnGap = '  '

/** Renders the results of some runs as a table: a row for each figure, a column for each backend. */
export function describeFaults(reports: readonly FaultsReport[]): string {
  const ofBackend = [...Map.groupBy(reports, (report) => report.backend).values()]
  const columns = ofBackend.map(figuresOf)
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

function figuresOf(reports: FaultsReport[]): [name: string, value: string][] {
  const sum = (figure: (report: FaultsReport) => number): number =>
    reports.reduce((total, report) => total + figure(report), 0)
  const kinds = new Set(reports.flatMap((report) => Object.keys(report.faults)))
  const statuses = ['applied', 'duplicate', 'conflict', 'ignored', 'dead']
  const complaints = reports.flatMap((report) => report.complaints)
  const figures: [string, string | number][] = [
    ['backend', reports[0]?.backend ?? ''],
    ['kinds of fault', kinds.size],
    ['faults', sum(({ faults }) => Object.values(faults).reduce((total, times) => total + times, 0))],
    ['deliveries sent', sum(({ totals }) => totals.deliveries)],
    ['deliveries acknowledged', sum(({ acknowledged }) => acknowledged)],
    ['requests ok', sum(({ totals }) => totals.ok)],
    ['requests refused', sum(({ totals }) => totals.refused)],
    ['requests unknown', sum(({ totals }) => totals.unknown)],
    ...statuses.map((status): [string, number] => [
      `ledger ${status}`,
      sum((report) => report.statuses[status] ?? 0),
    ]),
    ['lost', sum(({ lost }) => lost)],
    ['applied twice', sum(({ appliedTwice }) => appliedTwice)],
    ['alerts sent', sum(({ decided }) => decided.sent ?? 0)],
    ['alerts not sent, with a reason', sum(({ decided }) => countOthers(decided))],
    ['alerts that arrived again', sum(({ extraCopies }) => extraCopies)],
    ['warehouse rows compared', sum(({ warehouseRows }) => warehouseRows)],
    ['longest seconds to settle', (Math.max(...reports.map((one) => one.settledAfterMs)) / 1000).toFixed(1)],
    ['seconds', (sum(({ durationMs }) => durationMs) / 1000).toFixed(0)],
    ['verdict', complaints.length === 0 ? 'sound' : 'BROKEN'],
  ]
  return figures.map(([name, value]) => [name, String(value)])
}

function countOthers(statuses: Record<string, number>): number {
  const others = Object.entries(statuses).filter(([status]) => status !== 'sent')
  return others.reduce((sum, [, count]) => sum + count, 0)
}
