import { sql } from 'kysely'
import type { DatabaseTransaction } from '../database.ts'

/** Stores a link that logs a person in once. */
export async function createLoginLink(
  transaction: DatabaseTransaction,
  {
    tokenSha256,
    personId,
    nowMs,
    endsMs,
  }: { tokenSha256: Buffer; personId: string; nowMs: number; endsMs: number },
): Promise<void> {
  await sql`
    insert into login_links (token_sha256, person_id, created_at, ends_at)
    values (${tokenSha256}, ${personId}, ${new Date(nowMs)}, ${new Date(endsMs)})`.execute(transaction)
}

/** Uses a link up. Returns its person; undefined if it is unknown, used or over. */
export async function takeLoginLink(
  transaction: DatabaseTransaction,
  { tokenSha256, nowMs }: { tokenSha256: Buffer; nowMs: number },
): Promise<{ personId: string } | undefined> {
  const now = new Date(nowMs)
  const { rows } = await sql<{ personId: string }>`
    update login_links set used_at = ${now}
    where token_sha256 = ${tokenSha256} and used_at is null and ends_at > ${now}
    returning person_id as "personId"`.execute(transaction)
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
