import type { DatabaseTransaction } from '../database.ts'

/** Ends all sessions, links and open invitations of the installation. Returns how many sessions and invitations. */
export async function endAllAccess(
  transaction: DatabaseTransaction,
  { nowMs }: { nowMs: number },
): Promise<{ sessions: number; invitations: number }> {
  const now = new Date(nowMs)
  const sessions = await transaction.deleteFrom('sessions').executeTakeFirstOrThrow()
  await transaction.deleteFrom('device_logins').execute()
  await transaction.updateTable('login_links').set({ used_at: now }).where('used_at', 'is', null).execute()
  const invitations = await transaction
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow()
  return { sessions: Number(sessions.numDeletedRows), invitations: Number(invitations.numUpdatedRows) }
}
