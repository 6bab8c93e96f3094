import { column, personalColumn } from '../column.ts'
import type { WarehouseTable } from '../warehouse-table.ts'

/** Notes, including those of deleted records. */
export const notesTable: WarehouseTable = {
  name: 'notes',
  version: 1,
  key: 'id',
  columns: [
    column('org_id', 'text', 'orgId'),
    column('id', 'text', 'key'),
    column('target_type', 'enum', 'targetType'),
    column('target_id', 'text', 'targetId'),
    personalColumn('body', 'text', 'body'),
    column('created_at', 'instant', 'createdAt'),
    personalColumn('created_by', 'text', 'createdBy'),
  ],
}
