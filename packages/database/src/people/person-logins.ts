import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'

/** How an identity provider names a person. The pair never changes, unlike an address. */
export type PersonLogin = { issuer: string; subject: string }

/** Returns whose login it is, and keeps other logins of that name waiting: each creates at most one person. */
export async function lockPersonLogin(
  transaction: DatabaseTransaction,
  { issuer, subject }: PersonLogin,
): Promise<{ personId: string } | undefined> {
  const name = JSON.stringify([issuer, subject])
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
  return await transaction
    .selectFrom('person_logins')
    .select('person_id as personId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** Returns whether the provider already knows the person under another subject. */
export async function hasLoginAt(
  database: Database,
  { personId, issuer }: { personId: string; issuer: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from person_logins where person_id = ${personId} and issuer = ${issuer}`.execute(database)
  return rows.length > 0
}

export async function addPersonLogin(
  transaction: DatabaseTransaction,
  { personId, issuer, subject, nowMs }: PersonLogin & { personId: string; nowMs: number },
): Promise<void> {
  await transaction
    .insertInto('person_logins')
    .values({ issuer, subject, person_id: personId, created_at: new Date(nowMs) })
    .execute()
}
