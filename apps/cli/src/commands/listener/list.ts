import { listListeners } from '@signalpost/database/records'
import { findLiveScheduler } from '@signalpost/database/searching'
import type { Listener } from '@signalpost/domain'
import type { CommandContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { readPages, revive } from '../../remote/call-operation.ts'
import type { ConsoleClient } from '../../remote/console-client.ts'
import { table } from '../../terminal/table.ts'
import { scheduleText } from './describe-listener.ts'

const mostListeners = 1_000

export const listenerList = defineCommand({
  path: 'listener list',
  summary: "List a workspace's listeners, newest first, also those that outside senders own.",
  parameters: { workspace: workspaceParameter },
  run: async (context, { workspace }) => {
    const { orgId } = await context.getWorkspace(workspace)
    const items =
      context.remote === undefined ? await listHere(context, orgId) : await listThere(context.remote, orgId)
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

type Item = Awaited<ReturnType<typeof listHere>>[number]

async function listHere({ database, terminal }: CommandContext, orgId: string) {
  const listeners = await listListeners(database, { orgId, limit: mostListeners })
  if (listeners.length === mostListeners) terminal.note(`Only the newest ${mostListeners} are listed.`)
  return Promise.all(
    listeners.map(async ({ id: listenerId, name, mode, schedule, signalCount, ...listener }) => {
      const live = await findLiveScheduler(database, { orgId, listenerId })
      const scheduler = live ?? listener.scheduler
      const madeHere = live !== undefined
      return { listenerId, name, mode, schedule, signalCount, madeHere, scheduler }
    }),
  )
}

async function listThere(client: ConsoleClient, orgId: string): Promise<Item[]> {
  const listeners = revive(await readPages(client, `/w/${orgId}/listeners`))
  // The cast: the console answers so.
  return (listeners as (Listener & { madeHere: boolean })[]).map(
    ({ id: listenerId, name, mode, schedule, signalCount, madeHere, scheduler }) => {
      return { listenerId, name, mode, schedule, signalCount, madeHere, scheduler }
    },
  )
}
