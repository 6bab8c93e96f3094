import { column, oneOf } from '../column.ts'
import type { WarehouseTable } from '../warehouse-table.ts'

const kinds = ['instant', 'digest', 'follow_up']
const outcomes = ['sent', 'retry', 'throttled', 'ambiguous', 'rejected', 'disabled']

/** One row for each try to send an alert. */
export const attemptsTable: WarehouseTable = {
  name: 'attempts',
  comment:
    'One row for each try to send an alert, a digest or a follow-up. Tries stay here when the product drops them.',
  version: 1,
  key: 'id',
  timeColumn: 'at',
  columns: [
    column('org_id', 'text', 'The workspace.', 'orgId'),
    column('id', 'text', 'The id of the message and the number of the try, with a colon between.', 'key'),
    column('message_id', 'text', 'The message, which may take several tries.', 'messageId'),
    column('number', 'integer', 'Which try of the message it is, from 1.', 'number'),
    column('kind', 'enum', `What was sent: ${oneOf(kinds)}.`, 'kind'),
    column(
      'dispatch_id',
      'text',
      'The alert: dispatches.id; null for a digest or a follow-up.',
      'dispatchId',
    ),
    column('digest_id', 'text', 'The digest: dispatches.digest_id of each of its alerts.', 'digestId'),
    column('channel_id', 'text', 'The channel that it was sent to.', 'channelId'),
    column('signal_id', 'text', 'The signal: signals.id; null for a digest.', 'signalId'),
    column('at', 'instant', 'When it began.', 'at'),
    column('outcome', 'enum', `How it ended: ${oneOf(outcomes)}; null while it is under way.`, 'outcome'),
    column(
      'http_status',
      'integer',
      'The status that the receiver answered; null where there is none.',
      'httpStatus',
    ),
    column('duration_ms', 'integer', 'How many milliseconds it took.', 'durationMs'),
  ],
}
