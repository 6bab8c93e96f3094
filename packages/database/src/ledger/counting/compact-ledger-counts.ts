import { compactCounts } from '../../compact-counts.ts'
import type { Database } from '../../database.ts'

/** Removes and joins counts of deliveries that are past. */
export async function compactLedgerCounts(database: Database): Promise<void> {
  await compactCounts(database, { table: 'ledger_counts', counted: 'deliveries' })
}
