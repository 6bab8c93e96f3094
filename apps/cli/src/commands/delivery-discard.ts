import { discardDeliveries } from '@signalpost/database'
import { defineCommand } from '../define-command.ts'
import { changeDeliveries, changeParameters } from '../delivery/change-deliveries.ts'
import { record } from '../terminal/table.ts'

export const deliveryDiscard = defineCommand({
  path: 'delivery discard',
  summary: 'Gives up dead or queued deliveries. Until the ledger forgets them they can be replayed.',
  parameters: changeParameters,
  run: async (context, input) => {
    const { matched, changed } = await changeDeliveries(context, input, {
      title: 'Discarding',
      question: (count) => `Discard ${count === 1 ? 'this delivery' : `these ${count} deliveries`}?`,
      change: discardDeliveries,
    })
    return {
      json: { matched, replayed: 0, discarded: changed },
      text: record({ matched, discarded: changed }),
    }
  },
})
