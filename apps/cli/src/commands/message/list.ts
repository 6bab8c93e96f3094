import { listMessages, type StoredMessage } from '@signalpost/database/dispatches'
import { defineCommand } from '../../command/define-command.ts'
import { cursorParameter, readCursor } from '../../parameters/cursor.ts'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { wholeNumber } from '../../parameters/numbers.ts'
import { optional, withDefault } from '../../parameters/parameter.ts'
import type { ConsoleClient } from '../../remote/console-client.ts'
import { readRemotePage } from '../../remote/read-remote-page.ts'
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
    cursor: cursorParameter,
  },
  run: async (context, { workspace, channel, event, limit, cursor }) => {
    const { remote, terminal } = context
    const after = remote === undefined ? readCursor(cursorSchema, cursor) : undefined
    const { orgId } = await context.getWorkspace(workspace)
    const readHere = async () => {
      const filter = { orgId, channelId: channel, eventId: event }
      const page = await listMessages(context.database, filter, { limit, after })
      return {
        items: page.items,
        nextCursor: page.nextAfter === undefined ? undefined : cursorOf(page.nextAfter),
      }
    }
    const readThere = (client: ConsoleClient) =>
      readRemotePage<StoredMessage>(client, `/w/${orgId}/messages`, {
        query: { channel, event },
        limit,
        cursor,
      })
    const { items, nextCursor } = remote === undefined ? await readHere() : await readThere(remote)
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
