import { compactCounts } from '../compact-counts.ts'
import type { Database } from '../database.ts'

/** Removes and joins counts of alerts that are past. */
export async function compactAlertCounts(database: Database): Promise<void> {
  await compactCounts(database, { table: 'alert_counts', counted: 'alerts' })
}
