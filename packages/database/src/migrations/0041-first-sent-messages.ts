import { type Kysely, sql } from 'kysely'

/** When the receiver of a channel first accepted a message, a test included. Of those before, as far as they are kept. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table channel_health add column first_sent_at timestamptz`.execute(database)
  await sql`
    update channel_health h set first_sent_at = (
      select min(settled_at) from messages m
      where m.channel_id = h.channel_id and attempts > 0 and m.status = 'sent'
    )`.execute(database)
}
