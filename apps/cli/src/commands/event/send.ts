import { openSender } from '@signalpost/administration/source'
import { getSource } from '@signalpost/database/access'
import { z } from 'zod'
import { defineCommand } from '../../command/define-command.ts'
import { workspaceOfIdParameter } from '../../parameters/get-workspace.ts'
import { readInputFile } from '../../parameters/input-file.ts'
import { required, withDefault } from '../../parameters/parameter.ts'
import { table } from '../../terminal/table.ts'
import { readEventRequests } from './read-event-requests.ts'
import { type SentEvent, sendRequests } from './send-requests.ts'

/** The number of events from which a progress bar is shown. */
const progressFrom = 2

export const eventSend = defineCommand({
  path: 'event send',
  summary: 'Send events to the intake, signed as their source would sign them.',
  parameters: {
    sourceId: required('--source <id>', 'the source to send as'),
    workspace: workspaceOfIdParameter,
    file: withDefault('--file <file>', 'the file with one event, a JSON array or NDJSON; - reads stdin', {
      schema: z.string(),
      text: '-',
    }),
  },
  run: async (context, { sourceId, workspace, file }) => {
    const requests = readEventRequests(await readInputFile(file), context.config)
    const source = await getSource(context.database, { sourceId, orgId: workspace })
    const sender = await openSender(context, source)
    const total = requests.reduce((sum, request) => sum + request.eventIds.length, 0)
    const progress =
      requests.length >= progressFrom
        ? context.terminal.startProgress({ title: 'Sending', total })
        : undefined
    const items: SentEvent[] = []
    for await (const sent of sendRequests(sender, requests)) {
      items.push(...sent)
      progress?.advance(sent.length)
    }
    const refused = items.filter((item) => item.status === 'refused').length
    progress?.stop(`Sent: ${items.length - refused} of ${total} accepted`)
    const rows = items.map((item) => [item.eventId, item.status, item.deliveryId, item.error?.message])
    return {
      json: { items },
      text: table(['EVENT', 'STATUS', 'DELIVERY', 'ERROR'], rows),
      exitCode: refused > 0 ? 1 : 0,
    }
  },
})
