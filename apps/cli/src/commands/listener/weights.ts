import {
  freezeWeightsAct,
  type LearnedWeights,
  readWeights,
  resetWeightsAct,
  thawWeightsAct,
} from '@signalpost/administration/listener'
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
    const { keywords, ...learned } = await readWeights(database, reference)
    const { verdicts, refittedAt, isFrozen } = learned
    return {
      json: { listenerId, ...learned },
      text: [
        record({ listener: listenerId, verdicts, refitted: refittedAt, frozen: isFrozen }),
        '',
        keywordsTable(keywords),
      ].join('\n'),
    }
  },
})

function keywordsTable(keywords: LearnedWeights['keywords']): string {
  if (keywords.length === 0) return 'No keyword has learned points.'
  return table(
    ['KEYWORD', 'POINTS'],
    keywords.map(({ keyword, points }) => [keyword, points]),
  )
}
