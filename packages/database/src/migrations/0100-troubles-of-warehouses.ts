import { type Kysely, sql } from 'kysely'

/** A warehouse can fail, be behind, or differ. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table troubles
      drop constraint troubles_kind,
      add constraint troubles_kind check (kind in (
        'channel_degraded', 'channel_disabled', 'alerts_expired',
        'warehouse_degraded', 'warehouse_behind', 'warehouse_differs'
      ))`.execute(database)
}
