import type { ListenerBar } from '@signalpost/administration/listener'
import { table } from '../../terminal/table.ts'

export function describeBar({ bar, isChosen, tens, advice }: ListenerBar): string {
  const rows = tens.map(({ from, kept, dropped, good, bad }) => [
    `${from} to ${from === 90 ? 100 : from + 9}`,
    ...[kept, dropped, good, bad],
  ])
  return [
    `The bar is ${bar}${isChosen ? ', as a person chose' : ', and moves by itself'}.`,
    '',
    table(['SCORE', 'KEPT', 'DROPPED', 'GOOD', 'BAD'], rows),
    '',
    adviceText(advice),
  ].join('\n')
}

function adviceText({ good, bad, now, missing, proposal }: ListenerBar['advice']): string {
  if (missing.good + missing.bad > 0) {
    return `A proposal needs ${missing.good} more good and ${missing.bad} more bad verdicts.`
  }
  if (proposal === null) return 'No other bar would have divided good from bad ones better.'
  const shares = (one: typeof now): string =>
    `${one.good} of ${good} good ones and ${one.bad} of ${bad} bad ones`
  return `At ${proposal.bar} it would have kept ${shares(proposal)}; at ${now.bar}, ${shares(now)}.`
}
