import { listDeliveries } from '@signalpost/database/ledger'
import { defineCommand } from '../../command/define-command.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { optional, withDefault } from '../../parameters/parameter.ts'
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
    cursor: optional('--cursor <cursor>', 'the nextCursor of the previous page', cursorSchema),
  },
  run: async ({ database, nowMs, terminal }, { workspace, limit, cursor, ...given }) => {
    const { orgId } = await getFilteredWorkspace(database, { source: given.source, workspace })
    const filter = { orgId, ...filterOf(given, nowMs) }
    const { items, nextAfter } = await listDeliveries(database, filter, { limit, after: cursor })
    const nextCursor = nextAfter === undefined ? undefined : cursorOf(nextAfter)
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
