import { replayDeliveriesAct } from '@signalpost/administration/delivery'
import { defineCommand } from '../../command/define-command.ts'
import { record } from '../../terminal/table.ts'
import { detachedJob } from '../job/finish-job.ts'
import { changeDeliveries, changeParameters } from './change-deliveries.ts'

export const deliveryReplay = defineCommand({
  path: 'delivery replay',
  summary:
    'Send deliveries through the worker again, as a job. Duplicates, conflicts and queued ones stay as they are.',
  parameters: changeParameters,
  run: async (context, input) => {
    const outcome = await changeDeliveries(context, input, { act: replayDeliveriesAct, title: 'Replaying' })
    if ('jobId' in outcome) return detachedJob(outcome)
    const { matched, changed } = outcome
    return { json: { matched, replayed: changed }, text: record({ matched, replayed: changed }) }
  },
})
