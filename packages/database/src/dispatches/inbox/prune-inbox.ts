import { type QueryResult, sql } from 'kysely'
import type { Database } from '../../database.ts'

/** Deletes some of what inboxes got before a time, read or not. */
export async function pruneInbox(
  database: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<QueryResult<unknown>> {
  return sql`
    delete from inbox_messages where (org_id, message_id) in (
      select org_id, message_id from inbox_messages where created_at < ${before} order by created_at limit ${limit}
    )`.execute(database)
}
