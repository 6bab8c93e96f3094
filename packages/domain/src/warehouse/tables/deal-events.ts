import { column, sometimesPersonalColumn } from '../column.ts'
import type { WarehouseTable } from '../warehouse-table.ts'

/** One row for each change of a member of a deal. */
export const dealEventsTable: WarehouseTable = {
  name: 'deal_events',
  comment: 'One row for each change of a member of a deal.',
  version: 1,
  key: 'id',
  timeColumn: 'at',
  columns: [
    column('org_id', 'text', 'The workspace.', 'orgId'),
    column('id', 'text', 'The id of the change.', 'key'),
    column('deal_id', 'text', 'The deal: deals.id.', 'dealId'),
    column('member', 'enum', 'Which member of the deal changed, such as stage.', 'member'),
    // The name, stage, value and keys of a deal are no personal data; who owns it is.
    sometimesPersonalColumn('from_value', 'json', 'The value before, as JSON; null if there was none.', {
      from: 'fromValue',
      impersonal: 'fromImpersonalValue',
    }),
    sometimesPersonalColumn('to_value', 'json', 'The value after, as JSON; null if it was cleared.', {
      from: 'toValue',
      impersonal: 'toImpersonalValue',
    }),
    column('at', 'instant', 'When it changed.', 'at'),
    column('event_id', 'text', 'The event that changed it.', 'eventId'),
    column(
      'source_id',
      'text',
      'The source that the event came from; null for a change that was made here.',
      'sourceId',
    ),
  ],
}
