import { setTimeout as delay } from 'node:timers/promises'
import type { TestStore } from './open-store.ts'

const blockedSql = `
  select 1 from pg_stat_activity
  where datname = current_database() and application_name = 'signalpost intake' and wait_event_type = 'Lock'`

/** Waits until `connections` connections of the intake wait for a lock held by the test. */
export async function waitForBlockedStore({ pool }: TestStore, connections = 1): Promise<void> {
  while (((await pool.query(blockedSql)).rowCount ?? 0) < connections) await delay(10)
}
