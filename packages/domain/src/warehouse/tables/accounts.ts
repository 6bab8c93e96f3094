import { column, personalColumn } from '../column.ts'
import type { WarehouseTable } from '../warehouse-table.ts'

/** Accounts as they are now. An account without a signal is deleted. */
export const accountsTable: WarehouseTable = {
  name: 'accounts',
  version: 1,
  key: 'account_key',
  columns: [
    column('org_id', 'text', 'orgId'),
    column('account_key', 'text', 'key'),
    column('name', 'text', 'summary.named.text', 'keyWithoutPrefix'),
    column('domain', 'text', 'domain'),
    column('region', 'text', 'summary.located.text'),
    column('signal_count', 'integer', 'signalCount'),
    column('top_score', 'integer', 'summary.top.score'),
    column('top_score_version', 'integer', 'summary.top.version'),
    column('first_signal_at', 'instant', 'summary.firstAt'),
    column('last_signal_at', 'instant', 'summary.lastAt'),
    personalColumn('assigned_to', 'texts', 'userIds'),
  ],
}
