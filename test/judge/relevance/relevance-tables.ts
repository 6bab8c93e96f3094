import { markdownTable } from '../../support/markdown-table.ts'
import type { Interval } from '../bootstrap.ts'
import { type Relevance, relevanceFloors, shareOfBest } from './measure-relevance.ts'

/** Renders what was measured as Markdown. */
export function relevanceTables(found: Relevance): string {
  return [figuresTable(found), companiesTable(found), platformsTable(found), componentsTable(found)].join(
    '\n\n',
  )
}

function figuresTable(found: Relevance): string {
  const measured = (name: string, { value, interval }: Relevance['average'], floor: string): string[] => [
    ...[name, three(value), range(interval), floor],
  ]
  const { companies, posts } = found
  return markdownTable([
    [`${companies.length} listeners, ${posts} posts`, 'value', '95 %', 'floor'],
    measured('precision at 10', found.precision10, ''),
    ['the same / that of the best order', three(shareOfBest(found)), '', `${relevanceFloors.shareOfBest}`],
    measured(
      'the same / that of the number of keywords',
      found.overKeywords,
      `${relevanceFloors.overKeywords}`,
    ),
    ['precision at 10 of the best order', three(found.bestPrecision10), '', ''],
    measured('precision at 20', found.precision20, ''),
    measured('average precision', found.average, ''),
    measured('nDCG at 20', found.gain20, ''),
    measured('good posts whose score reaches the bar', found.recallAtBar, ''),
    measured('posts that reach the bar and are good', found.precisionAtBar, ''),
    ['Brier score of the chance of a good verdict', three(found.brier), '', ''],
    [
      ...['calibration error of it', three(found.calibrationError), ''],
      `at most ${relevanceFloors.calibrationError}`,
    ],
    ['kappa of the readers, three labels', three(found.agreement.labels), '', `${relevanceFloors.kappa}`],
    ['kappa of the readers, good or no', three(found.agreement.goodOrNo), '', ''],
  ])
}

function companiesTable({ companies }: Relevance): string {
  return markdownTable([
    ['listener', 'good posts', 'reach the bar', 'precision at 10', 'average precision'],
    ...companies.map(({ company, good, reached, precision, average }) => [
      ...[
        company,
        `${good}`,
        `${reached}`,
        precision.toFixed(1),
        Number.isNaN(average) ? '' : three(average),
      ],
    ]),
  ])
}

function platformsTable({ platforms }: Relevance): string {
  return markdownTable([
    ['platform', 'posts', 'good', 'AUC of the score'],
    ...platforms.map(({ platform, posts, good, auc }) => [
      ...[platform, `${posts}`, `${good}`, auc === undefined ? 'too few' : three(auc)],
    ]),
  ])
}

function componentsTable({ without }: Relevance): string {
  return markdownTable([
    ['without', 'loss of average precision', '95 %'],
    ...without.map(({ name, loss, interval }) => [name, three(loss), range(interval)]),
  ])
}

function three(value: number): string {
  return value.toFixed(3)
}

function range({ low, high }: Interval): string {
  return `${three(low)} to ${three(high)}`
}
