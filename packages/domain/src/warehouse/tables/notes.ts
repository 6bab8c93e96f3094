import { column, personalColumn } from '../column.ts'
import type { WarehouseTable } from '../warehouse-table.ts'

/** Notes, including those of deleted records. */
export const notesTable: WarehouseTable = {
  name: 'notes',
  comment: 'Notes, also those of deleted records.',
  version: 1,
  key: 'id',
  timeColumn: 'created_at',
  columns: [
    column('org_id', 'text', 'The workspace.', 'orgId'),
    column('id', 'text', 'The id of the note.', 'key'),
    column('target_type', 'enum', 'What it is about: a signal, an account or a deal.', 'targetType'),
    column('target_id', 'text', 'The id or key of what it is about.', 'targetId'),
    personalColumn('body', 'text', 'The text of the note.', 'body'),
    column('created_at', 'instant', 'When it was written.', 'createdAt'),
    personalColumn('created_by', 'text', 'Who wrote it.', 'createdBy'),
  ],
}
