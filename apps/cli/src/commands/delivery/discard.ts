import { discardDeliveriesAct } from '@signalpost/administration/delivery'
import { defineCommand } from '../../command/define-command.ts'
import { record } from '../../terminal/table.ts'
import { detachedJob } from '../job/finish-job.ts'
import { changeDeliveries, changeParameters } from './change-deliveries.ts'

export const deliveryDiscard = defineCommand({
  path: 'delivery discard',
  summary: 'Give up dead or queued deliveries, as a job. They can be replayed while the ledger keeps them.',
  parameters: changeParameters,
  run: async (context, input) => {
    const outcome = await changeDeliveries(context, input, {
      act: discardDeliveriesAct,
      title: 'Discarding',
      question: (count) => `Discard ${count === 1 ? 'this delivery' : `these ${count} deliveries`}?`,
    })
    if ('jobId' in outcome) return detachedJob(outcome)
    const { matched, changed } = outcome
    return {
      json: { matched, replayed: 0, discarded: changed },
      text: record({ matched, discarded: changed }),
    }
  },
})
