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
    reset: flag('--reset', 'forget what it learned; verdicts given until now stay, and teach it no more'),
  },
  run: async (context, { listenerId, workspace, ...given }) => {
    const [change, ...others] = names.filter((name) => given[name])
    if (others.length > 0) throw new UsageError(`--${change}: give it or --${others[0]}, not both`)
    const reference = await locateListener(context, { listenerId, workspace })
    await getListener(context.database, reference)
    if (change !== undefined) await context.perform(changes[change], reference)
    const learned = await readWeights(context, reference)
    const { verdicts, bad, isLearned, refittedAt, forgottenAt, isFrozen, keywords } = learned
    return {
      json: { listenerId, ...learned },
      text: [
        record({
          ...{ listener: listenerId, verdicts, bad, 'moves scores': isLearned },
          ...{ refitted: refittedAt, forgot: forgottenAt, frozen: isFrozen },
        }),
        '',
        keywordsTable(keywords),
      ].join('\n'),
    }
  },
})

function keywordsTable(keywords: LearnedWeights['keywords']): string {
  if (keywords.length === 0) return 'No verdict names a keyword.'
  return table(
    ['KEYWORD', 'POINTS', 'GOOD', 'BAD'],
    keywords.map(({ keyword, points, good, bad }) => [keyword, points, good, bad]),
  )
}
