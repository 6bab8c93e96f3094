import { markdownTable } from '../../support/markdown-table.ts'
import type { FigureResult } from '../run-figure.ts'
import type { Judgement } from './judge-comparison.ts'
import { limitOf } from './judge-comparison.ts'
import { medianOf } from './sample-statistics.ts'

export type Machine = {
  /** Such as `2 cores of AMD EPYC, 24 GiB`. */
  kind: string
  software: string
}

type Row = string[]

const judgementHead: Row = ['figure', 'value', 'spread', 'gate', 'goal', 'verdict']
const readingHead: Row = ['measured', 'metric', 'median', 'spread']

/** Renders the results as tables for a terminal. */
export function describeResults(results: readonly FigureResult[]): string {
  return results
    .map((result) =>
      [
        `${result.name}: ${result.title} (${result.rounds} rounds, ${Math.round(result.seconds)} s)`,
        textTable([readingHead, ...readingRows(result)]),
        textTable([judgementHead, ...result.judgements.map(judgementRow)]),
      ].join('\n'),
    )
    .join('\n\n')
    .concat('\n')
}

/** Renders the results as Markdown, for the repository. */
export function describeResultsAsMarkdown(
  results: readonly FigureResult[],
  { machine, date }: { machine: Machine; date: string },
): string {
  return [
    `# Results of ${date}`,
    `${machine.kind}; ${machine.software}. Medians, with the least and the greatest of the rounds.`,
    ...results.map((result) =>
      [
        `## ${result.title}\n`,
        markdownTable([judgementHead, ...result.judgements.map(judgementRow)]),
        '',
        markdownTable([readingHead, ...readingRows(result)]),
      ].join('\n'),
    ),
  ]
    .join('\n\n')
    .concat('\n')
}

function judgementRow({ title, value, least, greatest, gate, goal, verdict }: Judgement): Row {
  const side = gate === undefined ? '' : 'atLeast' in gate ? 'at least ' : 'at most '
  return [
    title,
    numberText(value),
    verdict === 'not measured' ? '' : spreadText(least, greatest),
    gate === undefined ? '' : `${side}${numberText(limitOf(gate))}`,
    goal === undefined ? '' : numberText(goal),
    verdict,
  ]
}

function readingRows({ readings }: FigureResult): Row[] {
  return Object.entries(readings).flatMap(([variant, rounds]) =>
    Object.keys(rounds[0] ?? {}).map((metric) => {
      const samples = rounds.map((reading) => reading[metric] ?? Number.NaN)
      const spread = spreadText(Math.min(...samples), Math.max(...samples))
      return [variant, metric, numberText(medianOf(samples)), spread]
    }),
  )
}

function spreadText(least: number, greatest: number): string {
  return `${numberText(least)} to ${numberText(greatest)}`
}

/** Rounds to three significant digits, and to whole numbers above a hundred. */
function numberText(value: number): string {
  if (Number.isNaN(value)) return '–'
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return String(Number(value.toPrecision(3)))
}

function textTable(rows: Row[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  )
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n')
}
