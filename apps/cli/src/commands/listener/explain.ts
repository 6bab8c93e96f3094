import { explainFind } from '@signalpost/administration/listener'
import { findSignal } from '@signalpost/database/records'
import { RejectedError } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { record } from '../../terminal/table.ts'
import { componentsTable } from './describe-run.ts'

export const listenerExplain = defineCommand({
  path: 'listener explain',
  summary: 'Explain the score of a signal that a listener found, point by point.',
  parameters: { signalId: required('<id>', 'the signal'), workspace: workspaceParameter },
  run: async ({ database, nowMs }, { signalId, workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const explanation = await explainFind({ database, nowMs }, { orgId, signalId })
    if (explanation === undefined) {
      const isKnown = (await findSignal(database, { orgId, signalId })) !== undefined
      throw new RejectedError(
        'not_found',
        isKnown ? 'No listener of this installation found this signal.' : 'There is no such signal.',
      )
    }
    const { listenerId, relevanceScore, components, goodChance, rerankScore } = explanation
    return {
      json: explanation,
      text: [
        record({
          ...{ signal: signalId, listener: listenerId, score: relevanceScore },
          ...(goodChance !== null && { 'good by now': `${Math.round(goodChance * 100)} %` }),
          ...(rerankScore !== null && { rerank: rerankScore }),
        }),
        '',
        componentsTable(components),
      ].join('\n'),
    }
  },
})
