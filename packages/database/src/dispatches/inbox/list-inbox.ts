import type { InboxMessage } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'

type Reader = { orgId: string; personId: string }

export type InboxEntry = { messageId: string; createdAt: Date; readAt: Date | null; message: InboxMessage }

/** Where an entry is in its list. */
export type InboxPlace = { isUnread: boolean; rank: number; messageId: string }

/** What a bell shows. `unread` is counted up to a bound; `latest` is the entry that arrived last, read or not. */
export type InboxState = { unread: number; latest: InboxEntry | undefined }

const columns = sql`
  e.message_id as "messageId", e.created_at as "createdAt", e.read_at as "readAt", m.message`

const tables = sql`inbox_entries e join inbox_messages m using (org_id, message_id)`

/** Returns a page of a person's entries: the unread first, of these the most urgent, of these the newest. */
export async function listInbox(
  database: Database,
  { orgId, personId }: Reader,
  { limit, after }: { limit: number; after: InboxPlace | undefined },
): Promise<{ items: InboxEntry[]; nextAfter: InboxPlace | undefined }> {
  const isBehind =
    after === undefined
      ? sql`true`
      : sql`((read_at is null), rank, message_id) < (${after.isUnread}, ${after.rank}, ${after.messageId})`
  const { rows } = await sql<InboxEntry & { rank: number }>`
    select ${columns}, e.rank from (
      select * from inbox_entries where org_id = ${orgId} and person_id = ${personId} and ${isBehind}
      order by (read_at is null) desc, rank desc, message_id desc limit ${limit + 1}
    ) e join inbox_messages m using (org_id, message_id)
    order by (e.read_at is null) desc, e.rank desc, e.message_id desc`.execute(database)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map(({ rank: _place, ...entry }) => entry),
    nextAfter:
      last === undefined || rows.length <= limit
        ? undefined
        : { isUnread: last.readAt === null, rank: last.rank, messageId: last.messageId },
  }
}

export async function readInboxState(
  database: Database,
  { orgId, personId }: Reader,
  { countedAtMost }: { countedAtMost: number },
): Promise<InboxState> {
  const { rows: counted } = await sql<{ unread: number }>`
    select count(*)::integer as unread from (
      select from inbox_entries
      where org_id = ${orgId} and person_id = ${personId} and (read_at is null) limit ${countedAtMost}
    ) unread`.execute(database)
  const { rows } = await sql<InboxEntry>`
    select ${columns} from ${tables}
    where e.org_id = ${orgId} and e.person_id = ${personId} order by e.created_at desc, e.message_id desc limit 1`.execute(
    database,
  )
  return { unread: counted[0]?.unread ?? 0, latest: rows[0] }
}
