import { registerKinds } from '../../registers/register-kinds.ts'
import { column, oneOf, partlyPersonalColumn } from '../column.ts'
import type { WarehouseTable } from '../warehouse-table.ts'

// The verdict and the moment, but no person.
const keptMembers = ['verdict', 'at']

/** One row for each change of a register's stored value. */
export const signalEventsTable: WarehouseTable = {
  name: 'signal_events',
  comment: 'One row for each change of what people do with a signal.',
  version: 2,
  key: 'id',
  timeColumn: 'at',
  columns: [
    column('org_id', 'text', 'The workspace.', 'orgId'),
    column('id', 'text', 'The id of the change.', 'key'),
    column('signal_id', 'text', 'The signal: signals.id.', 'signalId'),
    column('register', 'enum', `What changed: ${oneOf(registerKinds.map(({ name }) => name))}.`, 'register'),
    partlyPersonalColumn('from_value', 'The value before, as JSON; null if there was none.', 'fromValue', {
      keptMembers,
    }),
    partlyPersonalColumn('to_value', 'The value after, as JSON; null if it was cleared.', 'toValue', {
      keptMembers,
    }),
    column('at', 'instant', 'When it changed, by the clock of who changed it.', 'at'),
    column('event_id', 'text', 'The event that changed it.', 'eventId'),
    column(
      'source_id',
      'text',
      'The source that the event came from; null for a change that was made here.',
      'sourceId',
    ),
  ],
}
