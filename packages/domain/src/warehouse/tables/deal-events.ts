import { column, sometimesPersonalColumn } from '../column.ts'
import type { WarehouseTable } from '../warehouse-table.ts'

/** One row for each change of a member of a deal. */
export const dealEventsTable: WarehouseTable = {
  name: 'deal_events',
  version: 1,
  key: 'id',
  columns: [
    column('org_id', 'text', 'orgId'),
    column('id', 'text', 'key'),
    column('deal_id', 'text', 'dealId'),
    column('member', 'enum', 'member'),
    // The name, stage, value and keys of a deal are no personal data; who owns it is.
    sometimesPersonalColumn('from_value', 'json', { from: 'fromValue', impersonal: 'fromImpersonalValue' }),
    sometimesPersonalColumn('to_value', 'json', { from: 'toValue', impersonal: 'toImpersonalValue' }),
    column('at', 'instant', 'at'),
    column('event_id', 'text', 'eventId'),
    column('source_id', 'text', 'sourceId'),
  ],
}
