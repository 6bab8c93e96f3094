import { column, oneOf, personalColumn } from '../column.ts'
import type { WarehouseTable } from '../warehouse-table.ts'

const statuses = ['applied', 'ignored', 'duplicate', 'conflict', 'dead']

/** One row for each settled event, as it came. */
export const ledgerEventsTable: WarehouseTable = {
  name: 'ledger_events',
  comment:
    'One row for each event that was received and settled, as it came. Rows stay here when the product drops the event.',
  version: 1,
  key: 'delivery_id',
  timeColumn: 'received_at',
  isOnRequest: true,
  erasedColumn: 'event',
  columns: [
    column('org_id', 'text', 'The workspace.', 'orgId'),
    column('delivery_id', 'text', 'The id of the delivery: the event, each time that it was sent.', 'key'),
    column('source_id', 'text', 'The source that sent it; a channel for a click in a message.', 'sourceId'),
    column('event_id', 'text', 'The id of the event that its sender gave it.', 'eventId'),
    column('type', 'text', 'The type of the event; null for a body that is not our envelope.', 'type'),
    column('status', 'enum', `What came of it: ${oneOf(statuses)}.`, 'status'),
    column('received_at', 'instant', 'When it was received.', 'receivedAt'),
    column('applied_at', 'instant', 'When it was applied last; null if it was not.', 'appliedAt'),
    personalColumn(
      'event',
      'json',
      'The event as it came; null once it was erased, and for a body that is no JSON.',
      'event',
    ),
  ],
}
