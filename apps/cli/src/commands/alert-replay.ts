import { replayAlerts } from '@signalpost/database'
import { alertFilterOf, alertFilterParameters } from '../alert/filter-parameters.ts'
import { getChannelKind } from '../channel/channel-kind.ts'
import { defineCommand } from '../define-command.ts'
import { getWorkspace } from '../get-workspace.ts'
import { record } from '../terminal/table.ts'

export const alertReplay = defineCommand({
  path: 'alert replay',
  summary: 'Sends alerts that nobody was told of after all; those that were sent, or wait, stay as they are.',
  parameters: alertFilterParameters,
  run: async ({ database, confirm, nowMs }, { workspace, ...given }) => {
    const { orgId } = await getWorkspace(database, workspace)
    if ((given.signal ?? given.rule ?? given.channel ?? given.status ?? given.since) === undefined) {
      await confirm(
        `Send every alert of ${orgId} that nobody was told of, whenever and whyever it was not sent?`,
      )
    }
    const filter = alertFilterOf(given, { orgId, nowMs: nowMs() })
    const replay = await replayAlerts(database, filter, {
      nowMs: nowMs(),
      recipientsOf: ({ kind: name, settings }) => {
        const kind = getChannelKind(name)
        return kind.recipients(kind.settings.parse(settings))
      },
    })
    return { json: replay, text: record(replay) }
  },
})
