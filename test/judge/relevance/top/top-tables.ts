import { markdownTable } from '../../../support/markdown-table.ts'
import { type Top, topCount } from './measure-top.ts'

/** Renders what was measured of the first posts as Markdown. */
export function topTables({
  companies,
  precision10,
  precision20,
  act10,
  unlabelled,
  agreement,
}: Top): string {
  const measured = (name: string, { value, interval }: Top['precision10']): string[] => [
    ...[name, three(value), `${three(interval.low)} to ${three(interval.high)}`],
  ]
  const figures = markdownTable([
    [`first posts of all candidates, ${companies.length} listeners`, 'value', '95 %'],
    measured('precision at 10', precision10),
    measured('precision at 20', precision20),
    measured('of the first 10, to act on today', act10),
    [`of the first ${topCount}, not labelled: they count as bad`, `${unlabelled}`, ''],
    ['kappa of the readers, three labels', three(agreement), ''],
  ])
  const rows = companies.map((one) => [
    ...[one.company, one.candidates.toLocaleString('en'), one.precision10.toFixed(1)],
    ...[one.precision20.toFixed(2), one.act10.toFixed(1)],
  ])
  const header = ['listener', 'candidates', 'precision at 10', 'precision at 20', 'to act on, of 10']
  return `${figures}\n\n${markdownTable([header, ...rows])}`
}

function three(value: number): string {
  return value.toFixed(3)
}
