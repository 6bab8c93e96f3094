import { sql } from 'kysely'
import type { Database } from '../../database.ts'

/** Removes deleted signals from what inboxes got. A message about nothing else goes, with its entries. */
export async function eraseInbox(
  database: Database,
  { orgId, signalIds }: { orgId: string; signalIds: readonly string[] },
): Promise<void> {
  const isAbout = sql`org_id = ${orgId} and signal_ids && ${[...signalIds]}::text[]`
  await sql`
    delete from inbox_messages where ${isAbout} and signal_ids <@ ${[...signalIds]}::text[]`.execute(database)
  await sql`
    update inbox_messages set
      signal_ids = array(select id from unnest(signal_ids) id where id <> all(${[...signalIds]}::text[])),
      message = jsonb_set(message, '{items}', coalesce((
        select jsonb_agg(value) from jsonb_array_elements(message -> 'items')
        where value ->> 'signalId' <> all(${[...signalIds]}::text[])
      ), '[]'))
    where ${isAbout}`.execute(database)
}
