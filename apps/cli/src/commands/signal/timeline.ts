import { findTimeline } from '@signalpost/database/timeline'
import { idSchema, RejectedError, type Timeline } from '@signalpost/domain'
import type { CommandContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { required } from '../../parameters/parameter.ts'
import { table } from '../../terminal/table.ts'

export const signalTimeline = defineCommand({
  path: 'signal timeline',
  summary: 'Show what happened to a signal, step by step. The record outlives the signal.',
  parameters: { signalId: required('<id>', 'the signal', idSchema), workspace: workspaceParameter },
  run: async (context, { signalId, workspace }) => {
    const { orgId } = await context.getWorkspace(workspace)
    const timeline = await readTimeline(context, { orgId, signalId })
    if (timeline === undefined) throw new RejectedError('not_found', 'There is no such signal.')
    return { json: timeline, text: describe(timeline) }
  },
})

function readTimeline(
  context: CommandContext,
  { orgId, signalId }: { orgId: string; signalId: string },
): Promise<Timeline | undefined> {
  const { nowMs, remote } = context
  if (remote !== undefined) {
    const path = `/w/${orgId}/signals/${encodeURIComponent(signalId)}/timeline`
    return remote.request('get', path) as Promise<Timeline> // the cast: the console answers so
  }
  const { database, config } = context
  return findTimeline(database, { orgId, signalId, ledgerDays: config.ledgerDays, nowMs: nowMs() })
}

function describe({ steps, gaps }: Timeline): string {
  const happened = steps.map(({ at, stage, summary }) => [at, stage, summary])
  const missing = gaps.map(({ stage, reason }) => ['-', stage, reason])
  return table(['at', 'stage', 'what happened'], [...happened, ...missing])
}
