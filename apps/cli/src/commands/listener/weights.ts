import { freezeWeightsAct, resetWeightsAct, thawWeightsAct } from '@signalpost/administration/listener'
import { findWeights } from '@signalpost/database/searching'
import type { ListenerWeights } from '@signalpost/judge'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { flag } from '../../parameters/parameter.ts'
import { record, table } from '../../terminal/table.ts'
import { getListener, listenerIdParameters, locateListener } from './find-listener.ts'

const changes = { freeze: freezeWeightsAct, unfreeze: thawWeightsAct, reset: resetWeightsAct }
const names = ['freeze', 'unfreeze', 'reset'] as const

export const listenerWeights = defineCommand({
  path: 'listener weights',
  summary: 'Show what a listener learned from verdicts; freeze, unfreeze or reset it.',
  parameters: {
    ...listenerIdParameters,
    freeze: flag('--freeze', 'keep what it learned as it is'),
    unfreeze: flag('--unfreeze', 'let it learn again'),
    reset: flag('--reset', 'forget what it learned; the verdicts stay'),
  },
  run: async ({ database, perform }, { listenerId, workspace, ...given }) => {
    const [change, ...others] = names.filter((name) => given[name])
    if (others.length > 0) throw new UsageError(`--${change}: give it or --${others[0]}, not both`)
    const reference = await locateListener(database, { listenerId, workspace })
    await getListener(database, reference)
    if (change !== undefined) await perform(changes[change], reference)
    const nothing = { weights: null, verdicts: 0, refittedAt: null, isFrozen: false }
    const learned = (await findWeights(database, reference)) ?? nothing
    const { verdicts, refittedAt, isFrozen, weights } = learned
    return {
      json: { listenerId, ...learned },
      text: [
        record({ listener: listenerId, verdicts, refitted: refittedAt, frozen: isFrozen }),
        '',
        // The cast: stored as the judge made them.
        keywordsTable(weights as ListenerWeights | null),
      ].join('\n'),
    }
  },
})

/** The points that keywords add to `fit`, the most first. */
function keywordsTable(weights: ListenerWeights | null): string {
  const points = Object.entries(weights?.pointsByKeyword ?? {}).toSorted(([, a], [, b]) => b - a)
  if (points.length === 0) return 'No keyword has learned points.'
  return table(
    ['KEYWORD', 'POINTS'],
    points.map(([keyword, value]) => [keyword, value]),
  )
}
