import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../database.ts'
import { createId } from '../../ids.ts'

/** A mail to a person about their workspace. */
export type NoticeMail = {
  noticeMailId: string
  orgId: string
  personId: string
  /** Without the address, which is that of the person when it is sent. */
  letter: Record<string, unknown>
  /** Counts the one that begins. */
  attempts: number
}

export async function insertNoticeMails(
  transaction: DatabaseTransaction,
  mails: readonly Pick<NoticeMail, 'orgId' | 'personId' | 'letter'>[],
  nowMs: number,
): Promise<void> {
  if (mails.length === 0) return
  const now = new Date(nowMs)
  const values = mails.map(({ orgId, personId, letter }) => ({
    ...{ notice_mail_id: createId('ntm_', nowMs), org_id: orgId, person_id: personId },
    ...{ letter: JSON.stringify(letter), created_at: now, due_at: now },
  }))
  await transaction.insertInto('notice_mails').values(values).execute()
}

/** Takes the mail that has been due longest, for the time of a lease; undefined if there is none. */
export async function takeNoticeMail(
  database: Database,
  { leaseMs, nowMs }: { leaseMs: number; nowMs: number },
): Promise<NoticeMail | undefined> {
  const { rows } = await sql<NoticeMail>`
    update notice_mails set attempts = attempts + 1, due_at = ${new Date(nowMs + leaseMs)}
    where notice_mail_id = (
      select notice_mail_id from notice_mails where due_at <= ${new Date(nowMs)}
      order by due_at limit 1 for update skip locked
    )
    returning notice_mail_id as "noticeMailId", org_id as "orgId", person_id as "personId", letter, attempts`.execute(
    database,
  )
  return rows[0]
}

/** Tries a mail again later. */
export async function deferNoticeMail(
  database: Database,
  { noticeMailId, dueMs }: { noticeMailId: string; dueMs: number },
): Promise<void> {
  await sql`
    update notice_mails set due_at = ${new Date(dueMs)} where notice_mail_id = ${noticeMailId}`.execute(
    database,
  )
}

/** Forgets a mail that was sent, or that no one gets any more. */
export async function forgetNoticeMail(database: Database, noticeMailId: string): Promise<void> {
  await sql`delete from notice_mails where notice_mail_id = ${noticeMailId}`.execute(database)
}
