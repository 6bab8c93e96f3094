import { listMessages } from '@signalpost/database/dispatches'
import { defineCommand } from '../../command/define-command.ts'
import { getWorkspace, workspaceParameter } from '../../parameters/get-workspace.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { optional, withDefault } from '../../parameters/parameter.ts'
import { table } from '../../terminal/table.ts'
import { cursorOf, cursorSchema } from './cursor.ts'
import { showMessage } from './show-message.ts'

export const messageList = defineCommand({
  path: 'message list',
  summary: 'List the messages of 30 days: alerts, digests, steps, events and tests, newest first.',
  parameters: {
    workspace: workspaceParameter,
    channel: optional('--channel <id>', 'only messages of this channel'),
    event: optional('--event <id>', 'only messages with this event, by the id that the receiver got'),
    limit: withDefault('--limit <n>', 'the page size', {
      schema: wholeNumber({ min: 1, max: 100_000 }),
      text: '1000',
    }),
    cursor: optional('--cursor <cursor>', 'the nextCursor of the previous page', cursorSchema),
  },
  run: async ({ database, terminal }, { workspace, channel, event, limit, cursor }) => {
    const { orgId } = await getWorkspace(database, workspace)
    const filter = { orgId, channelId: channel, eventId: event }
    const { items, nextAfter } = await listMessages(database, filter, { limit, after: cursor })
    const nextCursor = nextAfter === undefined ? undefined : cursorOf(nextAfter)
    if (nextCursor !== undefined) terminal.note(`There are more. Continue with --cursor ${nextCursor}`)
    const rows = items.map((message) => [
      message.createdAt,
      message.messageId,
      message.kind,
      message.status,
      message.reason,
      message.channelName,
      message.recipient || null,
      message.eventType ?? message.signalId,
      message.attempts,
    ])
    const head = ['CREATED', 'MESSAGE', 'KIND', 'STATUS', 'REASON', 'CHANNEL', 'TO', 'ABOUT', 'ATTEMPTS']
    return { json: { items: items.map(showMessage), nextCursor }, text: table(head, rows) }
  },
})
