import { column, personalColumn } from '../column.ts'
import type { WarehouseTable } from '../warehouse-table.ts'

/** Deals as they are now. */
export const dealsTable: WarehouseTable = {
  name: 'deals',
  version: 1,
  key: 'id',
  columns: [
    column('org_id', 'text', 'orgId'),
    column('id', 'text', 'key'),
    column('name', 'text', 'document.name'),
    column('stage', 'enum', 'document.stage'),
    column('open', 'boolean', 'isOpen'),
    column('value_amount', 'integer', 'document.value.amount'),
    column('value_currency', 'text', 'document.value.currency'),
    column('account_key', 'text', 'document.accountKey'),
    column('signal_id', 'text', 'document.signalId'),
    personalColumn('owner_id', 'text', 'document.ownerId'),
    column('external_id', 'text', 'document.externalId'),
    column('created_at', 'instant', 'members.createdAt'),
    column('updated_at', 'instant', 'document.updatedAt'),
  ],
}
