import type { Letter, SendLetter } from '@signalpost/channels'
import type { Database } from '@signalpost/database'
import {
  deferNoticeMail,
  forgetNoticeMail,
  type NoticeMail,
  takeNoticeMail,
} from '@signalpost/database/dispatches'
import { listMembers } from '@signalpost/database/people'
import { hourMs, minuteMs } from '@signalpost/domain'
import type { Logger } from '@signalpost/runtime'

type Dependencies = { database: Database; sendLetter: SendLetter; logger: Logger; nowMs: () => number }

const leaseMs = minuteMs
const delaysMs = [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs]

/**
 * Sends the mails that are due, one at a time. A mail whose sender died is sent again with the same message id, by which
 * mail programs recognise it. Returns how many were sent.
 */
export async function sendNoticeMails(dependencies: Dependencies): Promise<number> {
  const { database, nowMs } = dependencies
  let sent = 0
  for (;;) {
    const mail = await takeNoticeMail(database, { leaseMs, nowMs: nowMs() })
    if (mail === undefined) return sent
    if (await sendOne(dependencies, mail)) sent += 1
  }
}

async function sendOne(
  { database, sendLetter, logger, nowMs }: Dependencies,
  { noticeMailId, orgId, personId, letter, attempts }: NoticeMail,
): Promise<boolean> {
  const noted = { noticeMailId, orgId, personId, attempt: attempts }
  const to = await findAddress(database, { orgId, personId })
  if (to !== undefined) {
    try {
      // It was written as a letter without its address.
      await sendLetter({ ...(letter as Omit<Letter, 'to'>), to, id: noticeMailId })
      logger.info(noted, 'notice.mailed')
    } catch (error) {
      logger.warn({ ...noted, err: error }, 'notice.not_mailed')
      const delayMs = delaysMs[attempts - 1]
      if (delayMs !== undefined) {
        await deferNoticeMail(database, { noticeMailId, dueMs: nowMs() + delayMs })
        return false
      }
    }
  }
  await forgetNoticeMail(database, noticeMailId)
  return to !== undefined
}

/** Undefined for someone who is no longer an admin there. */
async function findAddress(
  database: Database,
  { orgId, personId }: { orgId: string; personId: string },
): Promise<string | undefined> {
  const members = await listMembers(database, { orgId })
  const person = members.find((member) => member.personId === personId && member.role === 'admin')
  return person?.disabledAt === null ? (person.email ?? undefined) : undefined
}
