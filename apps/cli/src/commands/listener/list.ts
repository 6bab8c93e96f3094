import { listListeners } from '@signalpost/database/records'
import { findLiveScheduler } from '@signalpost/database/searching'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { table } from '../../terminal/table.ts'
import { scheduleText } from './describe-listener.ts'

const mostListeners = 1_000

export const listenerList = defineCommand({
  path: 'listener list',
  summary: "List a workspace's listeners, newest first, also those that outside senders own.",
  parameters: { workspace: workspaceParameter },
  run: async ({ database, terminal }, { workspace }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const listeners = await listListeners(database, { orgId, limit: mostListeners })
    if (listeners.length === mostListeners) terminal.note(`Only the newest ${mostListeners} are listed.`)
    const items = await Promise.all(
      listeners.map(async ({ id: listenerId, name, mode, schedule, signalCount, ...listener }) => {
        const live = await findLiveScheduler(database, { orgId, listenerId })
        const scheduler = live ?? listener.scheduler
        const madeHere = live !== undefined
        return { listenerId, name, mode, schedule, signalCount, madeHere, scheduler }
      }),
    )
    const rows = items.map((item) => [
      item.listenerId,
      item.name,
      item.madeHere ? 'here' : 'a sender',
      scheduleText(item.schedule),
      item.scheduler.state,
      item.scheduler.lastRunAt,
      item.signalCount,
      item.scheduler.lastError,
    ])
    const head = ['LISTENER', 'NAME', 'MADE BY', 'RUNS', 'STATE', 'LAST RUN', 'SIGNALS', 'ERROR']
    return { json: { items }, text: table(head, rows) }
  },
})
