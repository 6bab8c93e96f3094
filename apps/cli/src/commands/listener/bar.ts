import { getListenerBarRead, type ListenerBar, setListenerBarAct } from '@signalpost/administration/listener'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { required } from '../../parameters/parameter.ts'
import { table } from '../../terminal/table.ts'
import { listenerIdParameters, locateListener } from './find-listener.ts'

const barSchema = z.union([
  z.literal('auto').transform(() => null),
  z.coerce.number<string>().int().min(0).max(100),
])

export const listenerBar = defineCommand({
  path: 'listener bar',
  summary: getListenerBarRead.summary,
  parameters: listenerIdParameters,
  run: async (context, given) => {
    const bar = await context.call(getListenerBarRead, await locateListener(context, given))
    return { json: bar, text: textOf(bar) }
  },
})

export const listenerSetBar = defineCommand({
  path: 'listener set-bar',
  summary: setListenerBarAct.summary,
  parameters: {
    ...listenerIdParameters,
    bar: required('<score>', 'the bar from 0 to 100, or auto for one that moves by itself', barSchema),
  },
  run: async (context, { bar, ...given }) => {
    const reference = await locateListener(context, given)
    const changed = await context.call(setListenerBarAct, { ...reference, bar })
    return { json: changed, text: textOf(changed) }
  },
})

function textOf({ bar, isChosen, tens, advice }: ListenerBar): string {
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
