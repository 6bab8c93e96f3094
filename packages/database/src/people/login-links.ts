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
  await transaction
    .insertInto('login_links')
    .values({
      token_sha256: tokenSha256,
      person_id: personId,
      by_mail: byMail,
      created_at: new Date(nowMs),
      ends_at: new Date(endsMs),
    })
    .execute()
}

/** Returns whose link it is, and whether it was mailed, without using it. Undefined if it is unknown, used or over. */
export async function findLoginLink(
  database: Database,
  { tokenSha256, nowMs }: { tokenSha256: Buffer; nowMs: number },
): Promise<{ personId: string; byMail: boolean } | undefined> {
  return await database
    .selectFrom('login_links')
    .select(['person_id as personId', 'by_mail as byMail'])
    .where('token_sha256', '=', tokenSha256)
    .where('used_at', 'is', null)
    .where('ends_at', '>', new Date(nowMs))
    .executeTakeFirst()
}

/** Uses a link up. Returns its person; undefined if it is unknown, used or over. */
export async function takeLoginLink(
  transaction: DatabaseTransaction,
  { tokenSha256, nowMs }: { tokenSha256: Buffer; nowMs: number },
): Promise<{ personId: string; byMail: boolean } | undefined> {
  const now = new Date(nowMs)
  return await transaction
    .updateTable('login_links')
    .set({ used_at: now })
    .where('token_sha256', '=', tokenSha256)
    .where('used_at', 'is', null)
    .where('ends_at', '>', now)
    .returning(['person_id as personId', 'by_mail as byMail'])
    .executeTakeFirst()
}

/** Ends the links of a person that are not used yet. */
export async function endLoginLinks(
  transaction: DatabaseTransaction,
  { personId, nowMs }: { personId: string; nowMs: number },
): Promise<void> {
  await transaction
    .updateTable('login_links')
    .set({ used_at: new Date(nowMs) })
    .where('person_id', '=', personId)
    .where('used_at', 'is', null)
    .execute()
}
