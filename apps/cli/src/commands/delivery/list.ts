import { type ListedDelivery, listDeliveries } from '@signalpost/database/ledger'
import { defineCommand } from '../../command/define-command.ts'
import { cursorParameter, readCursor } from '../../parameters/cursor.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { optional, withDefault } from '../../parameters/parameter.ts'
import { instantAt } from '../../parameters/times.ts'
import type { ConsoleClient } from '../../remote/console-client.ts'
import { readRemotePage } from '../../remote/read-remote-page.ts'
import { table } from '../../terminal/table.ts'
import { cursorOf, cursorSchema } from './cursor.ts'
import { filterOf, narrowingParameters, statusSchema } from './filter-parameters.ts'
import { getFilteredWorkspace } from './get-filtered-workspace.ts'

export const deliveryList = defineCommand({
  path: 'delivery list',
  summary: 'List deliveries, newest first.',
  parameters: {
    ...narrowingParameters,
    status: optional(
      '--status <status>',
      `filter by status: ${statusSchema.options.join(', ')}`,
      statusSchema,
    ),
    limit: withDefault('--limit <n>', 'the page size, at most 1000', {
      schema: wholeNumber({ min: 1, max: 1000 }),
      text: '50',
    }),
    cursor: cursorParameter,
  },
  run: async (context, { workspace, limit, cursor, ...given }) => {
    const { nowMs, remote, terminal } = context
    const readHere = async () => {
      const after = readCursor(cursorSchema, cursor)
      const { database } = context
      const { orgId } = await getFilteredWorkspace(database, { source: given.source, workspace })
      const filter = { orgId, ...filterOf(given, nowMs) }
      const { items, nextAfter } = await listDeliveries(database, filter, { limit, after })
      return { items, nextCursor: nextAfter === undefined ? undefined : cursorOf(nextAfter) }
    }
    const readThere = async (client: ConsoleClient) => {
      const { orgId } = await context.getWorkspace(workspace)
      const query = {
        ...given,
        since: instantAt(given.since, nowMs()),
        until: instantAt(given.until, nowMs()),
      }
      return readRemotePage<ListedDelivery>(client, `/w/${orgId}/deliveries`, { query, limit, cursor })
    }
    const { items, nextCursor } = remote === undefined ? await readHere() : await readThere(remote)
    if (nextCursor !== undefined) terminal.note(`There are more. Continue with --cursor ${nextCursor}`)
    const rows = items.map((item) => [
      item.deliveryId,
      item.status,
      item.type,
      item.eventId,
      item.sourceId,
      item.receivedAt,
      item.attempts,
    ])
    const head = ['DELIVERY', 'STATUS', 'TYPE', 'EVENT', 'SOURCE', 'RECEIVED', 'ATTEMPTS']
    return { json: { items, nextCursor }, text: table(head, rows) }
  },
})
