import { replayDeliveries } from '@signalpost/database'
import { defineCommand } from '../define-command.ts'
import { changeDeliveries, changeParameters } from '../delivery/change-deliveries.ts'
import { record } from '../terminal/table.ts'

export const deliveryReplay = defineCommand({
  path: 'delivery replay',
  summary:
    'Sends deliveries through the worker again. Duplicates, conflicts and queued ones stay as they are.',
  parameters: changeParameters,
  run: async (context, input) => {
    const { matched, changed } = await changeDeliveries(context, input, {
      title: 'Replaying',
      change: replayDeliveries,
    })
    return { json: { matched, replayed: changed }, text: record({ matched, replayed: changed }) }
  },
})
