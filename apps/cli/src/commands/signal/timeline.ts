import { findTimeline } from '@signalpost/database/timeline'
import { idSchema, RejectedError, type Timeline } from '@signalpost/domain'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { table } from '../../terminal/table.ts'

export const signalTimeline = defineCommand({
  path: 'signal timeline',
  summary: 'Show what happened to a signal, step by step. The record outlives the signal.',
  parameters: { signalId: required('<id>', 'the signal', idSchema), workspace: workspaceParameter },
  run: async ({ database, config, nowMs }, { signalId, workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const { ledgerDays } = config
    const timeline = await findTimeline(database, { orgId, signalId, ledgerDays, nowMs: nowMs() })
    if (timeline === undefined) throw new RejectedError('not_found', 'There is no such signal.')
    return { json: timeline, text: describe(timeline) }
  },
})

function describe({ steps, gaps }: Timeline): string {
  const happened = steps.map(({ at, stage, summary }) => [at, stage, summary])
  const missing = gaps.map(({ stage, reason }) => ['-', stage, reason])
  return table(['at', 'stage', 'what happened'], [...happened, ...missing])
}
