import { markdownTable } from '../../../support/markdown-table.ts'
import { type Relevance, shareOfBest } from '../measure-relevance.ts'
import { type Asking, askingGates } from './measure-asking.ts'

/** Renders what was measured as Markdown. */
export function askingTables({ halves, agreement }: Asking): string {
  const row = (name: string, of: (half: Asking['halves'][number]) => string, gate?: number): string[] => [
    ...[name, ...halves.map(of), gate === undefined ? '' : `${gate}`],
  ]
  const figures = markdownTable([
    ['the sample and the added posts', ...halves.map(({ name }) => name), 'gate'],
    row('posts', ({ all }) => `${all.posts}`),
    row('of them good', ({ all }) => `${all.companies.reduce((sum, { good }) => sum + good, 0)}`),
    row('precision at 10', ({ all }) => measured(all.precision10)),
    row('precision at 10 of the best order', ({ all }) => three(all.bestPrecision10)),
    row('the first / the second', ({ all }) => three(shareOfBest(all)), askingGates.shareOfBest),
    row('average precision', ({ all }) => measured(all.average), askingGates.average),
    row(
      'good posts whose score reaches the bar',
      ({ all }) => measured(all.recallAtBar),
      askingGates.recallAtBar,
    ),
    row(
      'posts that reach the bar and are good',
      ({ all }) => measured(all.precisionAtBar),
      askingGates.precisionAtBar,
    ),
    row('the same without those that were sought', ({ unsought }) => measured(unsought.precisionAtBar)),
    row('calibration error without them', ({ unsought }) => three(unsought.calibrationError)),
  ])
  const readers = (['added', 'fresh'] as const)
    .map((which) => {
      const { labels, goodOrNo } = agreement[which]
      return `Kappa of the readings of the ${which} posts: ${three(labels)} of three labels, ${three(goodOrNo)} of good or no.`
    })
    .join('\n')
  const companies = markdownTable([
    ['listener', 'good posts', 'reach the bar', 'precision at 10', 'average precision'],
    ...halves
      .filter(({ name }) => name === 'all listeners' || name === 'the fresh')
      .flatMap(({ all }) => all.companies)
      .map(({ company, good, reached, precision, average }) => [
        ...[company, `${good}`, `${reached}`, precision.toFixed(1), three(average)],
      ]),
  ])
  return [figures, readers, companies].join('\n\n')
}

function measured({ value, interval: { low, high } }: Relevance['average']): string {
  return `${three(value)} (${three(low)} to ${three(high)})`
}

function three(value: number): string {
  return value.toFixed(3)
}
