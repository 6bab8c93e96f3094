import {
  freezeWeightsAct,
  getWeightsRead,
  listenerOperations,
  resetWeightsAct,
  thawWeightsAct,
} from '@signalpost/administration/listener'
import type { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { UsageError } from '../../command/usage-error.ts'
import { flag } from '../../parameters/parameter.ts'
import { record, table } from '../../terminal/table.ts'
import { listenerIdParameters, locateListener } from './describe-listener.ts'

const changes = { freeze: freezeWeightsAct, unfreeze: thawWeightsAct, reset: resetWeightsAct }
const names = ['freeze', 'unfreeze', 'reset'] as const

export const listenerWeights = defineCommand({
  path: 'listener weights',
  summary: `${getWeightsRead.summary} Freeze, unfreeze or reset it.`,
  access: getWeightsRead,
  parameters: {
    ...listenerIdParameters,
    freeze: flag('--freeze', 'keep what it learned as it is (admins)'),
    unfreeze: flag('--unfreeze', 'let it learn again (admins)'),
    reset: flag(
      '--reset',
      'forget what it learned; verdicts given until now stay, and teach it no more (admins)',
    ),
  },
  run: async (context, { listenerId, workspace, ...given }) => {
    const [change, ...others] = names.filter((name) => given[name])
    if (others.length > 0) throw new UsageError(`--${change}: give it or --${others[0]}, not both`)
    const reference = await locateListener(context, { listenerId, workspace })
    if (change !== undefined) await context.call(changes[change], reference, listenerOperations)
    const learned = await context.call(getWeightsRead, reference)
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

type Keywords = z.output<typeof getWeightsRead.output.schema>['keywords']

function keywordsTable(keywords: Keywords): string {
  if (keywords.length === 0) return 'No verdict names a keyword.'
  return table(
    ['KEYWORD', 'POINTS', 'GOOD', 'BAD'],
    keywords.map(({ keyword, points, good, bad }) => [keyword, points, good, bad]),
  )
}
