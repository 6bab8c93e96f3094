import { column, personalColumn } from '../column.ts'
import type { WarehouseTable } from '../warehouse-table.ts'

/** Lists of signals as they are now. */
export const collectionsTable: WarehouseTable = {
  name: 'collections',
  comment: 'Lists of signals as they are now.',
  version: 1,
  key: 'id',
  timeColumn: 'created_at',
  columns: [
    column('org_id', 'text', 'The workspace.', 'orgId'),
    column('id', 'text', 'The id of the list.', 'key'),
    column('name', 'text', 'The name of the list.', 'name'),
    personalColumn('description', 'text', 'What it is for, in the words of a person.', 'description'),
    column('created_at', 'instant', 'When it was created.', 'createdAt'),
  ],
}

/** What is in the lists. */
export const savesTable: WarehouseTable = {
  name: 'saves',
  comment: 'The signals in each list. One that is taken out is deleted here.',
  version: 1,
  key: 'id',
  timeColumn: 'saved_at',
  columns: [
    column('org_id', 'text', 'The workspace.', 'orgId'),
    column('id', 'text', 'The id of the list and that of the signal, with a colon between.', 'key'),
    column('collection_id', 'text', 'The list: collections.id.', 'collectionId'),
    column('signal_id', 'text', 'The signal: signals.id.', 'signalId'),
    column('saved_at', 'instant', 'When the signal was saved.', 'savedAt'),
  ],
}
