import { column, partlyPersonalColumn } from '../column.ts'
import type { WarehouseTable } from '../warehouse-table.ts'

// The verdict and the moment, but no person.
const keptMembers = ['verdict', 'at']

/** One row for each change of a register's stored value. */
export const signalEventsTable: WarehouseTable = {
  name: 'signal_events',
  version: 2,
  key: 'id',
  columns: [
    column('org_id', 'text', 'orgId'),
    column('id', 'text', 'key'),
    column('signal_id', 'text', 'signalId'),
    column('register', 'enum', 'register'),
    partlyPersonalColumn('from_value', 'fromValue', { keptMembers }),
    partlyPersonalColumn('to_value', 'toValue', { keptMembers }),
    column('at', 'instant', 'at'),
    column('event_id', 'text', 'eventId'),
    column('source_id', 'text', 'sourceId'),
  ],
}
