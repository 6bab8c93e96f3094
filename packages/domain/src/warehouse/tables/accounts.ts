import { column, personalColumn } from '../column.ts'
import type { WarehouseTable } from '../warehouse-table.ts'

/** Accounts as they are now. An account without a signal is deleted. */
export const accountsTable: WarehouseTable = {
  name: 'accounts',
  comment: 'Accounts as they are now. An account without a signal is deleted.',
  version: 1,
  key: 'account_key',
  timeColumn: 'last_signal_at',
  columns: [
    column('org_id', 'text', 'The workspace.', 'orgId'),
    column(
      'account_key',
      'text',
      'The key of the account: d: and a domain, n: and a name, or p: and a place.',
      'key',
    ),
    column(
      'name',
      'text',
      'The name that the newest signal gives it, else its key without the prefix.',
      'summary.named.text',
      'keyWithoutPrefix',
    ),
    column('domain', 'text', 'The domain of a key with d:.', 'domain'),
    column('region', 'text', 'Where the newest signal places it.', 'summary.located.text'),
    column('signal_count', 'integer', 'How many signals it has.', 'signalCount'),
    column(
      'top_score',
      'integer',
      'Its greatest relevance score among those of the greatest version.',
      'summary.top.score',
    ),
    column('top_score_version', 'integer', 'The version of the rubric of top_score.', 'summary.top.version'),
    column('first_signal_at', 'instant', 'When its first signal was posted.', 'summary.firstAt'),
    column('last_signal_at', 'instant', 'When its last signal was posted.', 'summary.lastAt'),
    personalColumn('assigned_to', 'texts', 'The users to whom its signals are assigned.', 'userIds'),
  ],
}
