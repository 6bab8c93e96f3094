import { RejectedError } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'

type Reader = { orgId: string; personId: string; nowMs: number }

/** Marks one entry of a person as read. Returns when they read it first. Throws RejectedError `not_found`. */
export async function markInboxRead(
  database: Database,
  { orgId, personId, messageId, nowMs }: Reader & { messageId: string },
): Promise<{ readAt: Date; wasUnread: boolean }> {
  const itsEntry = sql`org_id = ${orgId} and person_id = ${personId} and message_id = ${messageId}`
  const readAt = new Date(nowMs)
  const { numAffectedRows = 0n } = await sql`
    update inbox_entries set read_at = ${readAt} where ${itsEntry} and read_at is null`.execute(database)
  if (numAffectedRows > 0n) return { readAt, wasUnread: true }
  const { rows } = await sql<{ readAt: Date }>`
    select read_at as "readAt" from inbox_entries where ${itsEntry}`.execute(database)
  const [read] = rows
  if (read === undefined) throw new RejectedError('not_found', 'There is no such entry in your inbox.')
  return { ...read, wasUnread: false }
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
