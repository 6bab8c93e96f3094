import type { DatabaseTransaction } from '@signalpost/database'
import { insertNoticeMails, type NoticeMail } from '@signalpost/database/dispatches'
import { listMembers } from '@signalpost/database/people'

/** Mails each admin of a workspace who has an address. Returns how many mails it wrote. */
export async function mailAdmins(
  { hasMail, nowMs }: { hasMail: boolean; nowMs: () => number },
  transaction: DatabaseTransaction,
  { orgId, letter }: Pick<NoticeMail, 'orgId' | 'letter'>,
): Promise<number> {
  if (!hasMail) return 0
  const members = await listMembers(transaction, { orgId })
  const admins = members.filter(
    ({ role, email, disabledAt }) => role === 'admin' && email !== null && disabledAt === null,
  )
  const mails = admins.map(({ personId }) => ({ orgId, personId, letter }))
  await insertNoticeMails(transaction, mails, nowMs())
  return mails.length
}
