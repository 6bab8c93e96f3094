import { column } from '../column.ts'
import type { WarehouseTable } from '../warehouse-table.ts'

/** How far each table of a warehouse is. A sync writes it after the tables; nothing is captured for it or compared. */
export const syncStateTable: WarehouseTable = {
  name: '_signalpost_sync',
  comment: 'One row for each table, written at the end of each sync: how old the rows of the table can be.',
  version: 1,
  key: 'table_name',
  columns: [
    column('org_id', 'text', 'The workspace.', 'orgId'),
    column('table_name', 'text', 'The table.', 'tableName'),
    column(
      'synced_at',
      'instant',
      'When the last sync of the table began: it has every change of before.',
      'syncedAt',
    ),
    column('position', 'integer', 'The last change that the table has.', 'position'),
    column('refused_rows', 'integer', 'How many rows are missing because they were refused.', 'refusedRows'),
  ],
}
