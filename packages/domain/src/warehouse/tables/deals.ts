import { dealStages } from '../../documents/vocabulary.ts'
import { column, oneOf, personalColumn } from '../column.ts'
import type { WarehouseTable } from '../warehouse-table.ts'

/** Deals as they are now. */
export const dealsTable: WarehouseTable = {
  name: 'deals',
  comment: 'Deals as they are now.',
  version: 1,
  key: 'id',
  timeColumn: 'created_at',
  columns: [
    column('org_id', 'text', 'The workspace.', 'orgId'),
    column('id', 'text', 'The id of the deal.', 'key'),
    column('name', 'text', 'The name of the deal.', 'document.name'),
    column('stage', 'enum', `The stage: ${oneOf(dealStages)}.`, 'document.stage'),
    column('open', 'boolean', 'Whether it is neither won nor lost.', 'isOpen'),
    column(
      'value_amount',
      'integer',
      'The value in minor units of its currency, such as cents.',
      'document.value.amount',
    ),
    column('value_currency', 'text', 'The currency, three capitals of ISO 4217.', 'document.value.currency'),
    column(
      'account_key',
      'text',
      'The account that it belongs to: accounts.account_key.',
      'document.accountKey',
    ),
    column('signal_id', 'text', 'The signal that it came from: signals.id.', 'document.signalId'),
    personalColumn('owner_id', 'text', 'The user who works on it.', 'document.ownerId'),
    column('external_id', 'text', 'Its id in the system that it came from.', 'document.externalId'),
    column('created_at', 'instant', 'When it was created.', 'members.createdAt'),
    column('updated_at', 'instant', 'When it last changed.', 'document.updatedAt'),
  ],
}
