import { RejectedError } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'

type Reader = { orgId: string; personId: string; nowMs: number }

/** Marks one entry of a person as read, unless it is. Throws RejectedError `not_found`. */
export async function markInboxRead(
  database: Database,
  { orgId, personId, messageId, nowMs }: Reader & { messageId: string },
): Promise<Date> {
  const { rows } = await sql<{ readAt: Date }>`
    update inbox_entries set read_at = coalesce(read_at, ${new Date(nowMs)})
    where org_id = ${orgId} and person_id = ${personId} and message_id = ${messageId}
    returning read_at as "readAt"`.execute(database)
  const [marked] = rows
  if (marked === undefined) throw new RejectedError('not_found', 'There is no such entry in your inbox.')
  return marked.readAt
}

/** Marks all that a person got until a moment as read: what came later was not on their page. Returns how many. */
export async function markInboxWholeRead(
  database: Database,
  { orgId, personId, until, nowMs }: Reader & { until: Date },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update inbox_entries set read_at = ${new Date(nowMs)}
    where org_id = ${orgId} and person_id = ${personId} and (read_at is null) and created_at <= ${until}`.execute(
    database,
  )
  return Number(numAffectedRows)
}
