import { sql } from 'kysely'
import type { DatabaseTransaction } from '../database.ts'

/** Ends all sessions, links and open invitations of the installation. Returns how many sessions and invitations. */
export async function endAllAccess(
  transaction: DatabaseTransaction,
  { nowMs }: { nowMs: number },
): Promise<{ sessions: number; invitations: number }> {
  const now = new Date(nowMs)
  const sessions = await sql`delete from sessions`.execute(transaction)
  await sql`update login_links set used_at = ${now} where used_at is null`.execute(transaction)
  const invitations = await sql`
    update invitations set revoked_at = ${now}
    where used_at is null and revoked_at is null and ends_at > ${now}`.execute(transaction)
  return {
    sessions: Number(sessions.numAffectedRows ?? 0n),
    invitations: Number(invitations.numAffectedRows ?? 0n),
  }
}
