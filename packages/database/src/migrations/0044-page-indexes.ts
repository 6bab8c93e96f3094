import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../schema/build-index.ts'
import { lockTimeoutMs } from '../schema/retry-for-locks.ts'

/** Counts what there was before the triggers of 0043, and builds and drops indexes beside the traffic. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`select recount_alerts()`.execute(database)
  await sql`select recount_changes()`.execute(database)
  // The signals of a verdict are few.
  await buildIndex(database, {
    name: 'signal_registers_by_verdict',
    table: 'signal_registers',
    definition: '(org_id, verdict, signal_id) where verdict is not null',
  })
  // `deliveries_by_status` has the same rows in the same order.
  await sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, false)`.execute(database)
  await sql`drop index if exists deliveries_dead`.execute(database)
}
