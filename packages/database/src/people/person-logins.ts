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
  const { rows } = await sql<{ personId: string }>`
    select person_id as "personId" from person_logins
    where issuer = ${issuer} and subject = ${subject}`.execute(transaction)
  return rows[0]
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
  await sql`
    insert into person_logins (issuer, subject, person_id, created_at)
    values (${issuer}, ${subject}, ${personId}, ${new Date(nowMs)})`.execute(transaction)
}
