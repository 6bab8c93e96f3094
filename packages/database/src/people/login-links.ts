import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'

/** Stores a link that logs a person in once. */
export async function createLoginLink(
  transaction: DatabaseTransaction,
  {
    tokenSha256,
    personId,
    byMail = false,
    nowMs,
    endsMs,
  }: { tokenSha256: Buffer; personId: string; byMail?: boolean; nowMs: number; endsMs: number },
): Promise<void> {
  await sql`
    insert into login_links (token_sha256, person_id, by_mail, created_at, ends_at)
    values (${tokenSha256}, ${personId}, ${byMail}, ${new Date(nowMs)}, ${new Date(endsMs)})`.execute(
    transaction,
  )
}

/** Returns whose link it is, and whether it was mailed, without using it. Undefined if it is unknown, used or over. */
export async function findLoginLink(
  database: Database,
  { tokenSha256, nowMs }: { tokenSha256: Buffer; nowMs: number },
): Promise<{ personId: string; byMail: boolean } | undefined> {
  const { rows } = await sql<{ personId: string; byMail: boolean }>`
    select person_id as "personId", by_mail as "byMail" from login_links
    where token_sha256 = ${tokenSha256} and used_at is null and ends_at > ${new Date(nowMs)}`.execute(
    database,
  )
  return rows[0]
}

/** Uses a link up. Returns its person; undefined if it is unknown, used or over. */
export async function takeLoginLink(
  transaction: DatabaseTransaction,
  { tokenSha256, nowMs }: { tokenSha256: Buffer; nowMs: number },
): Promise<{ personId: string; byMail: boolean } | undefined> {
  const now = new Date(nowMs)
  const { rows } = await sql<{ personId: string; byMail: boolean }>`
    update login_links set used_at = ${now}
    where token_sha256 = ${tokenSha256} and used_at is null and ends_at > ${now}
    returning person_id as "personId", by_mail as "byMail"`.execute(transaction)
  return rows[0]
}

/** Ends the links of a person that are not used yet. */
export async function endLoginLinks(
  transaction: DatabaseTransaction,
  { personId, nowMs }: { personId: string; nowMs: number },
): Promise<void> {
  await sql`
    update login_links set used_at = ${new Date(nowMs)}
    where person_id = ${personId} and used_at is null`.execute(transaction)
}
