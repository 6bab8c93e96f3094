import { column, personalColumn } from '../column.ts'
import type { WarehouseTable } from '../warehouse-table.ts'

/** One row for each change of a register's stored value. */
export const signalEventsTable: WarehouseTable = {
  name: 'signal_events',
  version: 1,
  key: 'id',
  columns: [
    column('org_id', 'text', 'orgId'),
    column('id', 'text', 'key'),
    column('signal_id', 'text', 'signalId'),
    column('register', 'enum', 'register'),
    personalColumn('from_value', 'json', 'fromValue'),
    personalColumn('to_value', 'json', 'toValue'),
    column('at', 'instant', 'at'),
    column('event_id', 'text', 'eventId'),
    column('source_id', 'text', 'sourceId'),
  ],
}
