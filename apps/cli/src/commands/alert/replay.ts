import { replayAlertsAct } from '@signalpost/administration/alert'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace } from '../../parameters/get-workspace.ts'
import { record } from '../../terminal/table.ts'
import { alertFilterOf, alertFilterParameters } from './filter-parameters.ts'

export const alertReplay = defineCommand({
  path: 'alert replay',
  summary: 'Send alerts that did not go out. Sent and pending alerts stay as they are.',
  parameters: alertFilterParameters,
  run: async ({ database, perform, confirm, nowMs }, { workspace, ...given }) => {
    const { orgId } = await getWorkspace(database, workspace)
    if (Object.values(given).every((value) => value === undefined)) {
      await confirm(`Send every alert of ${orgId} that did not go out, whatever its age and reason?`)
    }
    const replay = await perform(replayAlertsAct, alertFilterOf(given, { orgId, nowMs: nowMs() }))
    return { json: replay, text: record(replay) }
  },
})
