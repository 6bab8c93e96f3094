import type { Signal } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'

/** A change of what is stored, as it was right after it. */
export type Announcement = {
  announcementId: string
  orgId: string
  record: string
  recordId: string
  change: string
  detail: { register: string; from: unknown; to: unknown } | null
  /** The record after the change; null for a register and for what was deleted. */
  document: Record<string, unknown> | null
  /** Of a signal, without registers. */
  documentBefore: Signal | null
  isAlertedElsewhere: boolean
  /** When a signal was first stored. */
  storedAt: Date | null
  /** The moment of the event that caused it. */
  causedAt: Date
  changedAt: Date
}

/**
 * Takes changes that nobody else is announcing, the oldest first; they are gone with the transaction's commit. It
 * claims rows and follows no cursor, so that one which commits late is missed no more than others.
 */
export async function claimAnnouncements(
  transaction: DatabaseTransaction,
  limit: number,
): Promise<Announcement[]> {
  const { rows } = await sql<Announcement>`
    delete from announcements
    where announcement_id = any(array(
      select announcement_id from announcements where error is null
      order by announcement_id limit ${limit} for update skip locked
    ))
    returning ${columns}`.execute(transaction)
  return rows.sort((a, b) => Number(BigInt(a.announcementId) - BigInt(b.announcementId)))
}

/** Sets a change aside that cannot be announced, with what it failed of; it is kept for people to look at. */
export async function setAnnouncementAside(
  database: Database,
  { announcementId, error }: { announcementId: string; error: string },
): Promise<void> {
  await database
    .updateTable('announcements')
    .set({ error })
    .where('announcement_id', '=', announcementId)
    .execute()
}

const columns: RawBuilder<unknown> = sql`
  announcement_id as "announcementId", org_id as "orgId", record, record_id as "recordId", change, detail, document,
  document_before as "documentBefore", alerted_elsewhere as "isAlertedElsewhere", stored_at as "storedAt",
  caused_at as "causedAt", changed_at as "changedAt"`
