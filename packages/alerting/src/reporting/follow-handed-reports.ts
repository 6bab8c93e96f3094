import type { DatabaseTransaction } from '@signalpost/database'
import { forgetHandedReport, readHandedReports, takeBackReport } from '@signalpost/database/dispatches'
import type { Logger } from '@signalpost/runtime'
import { mailAdmins } from './mail-admins.ts'

/**
 * Sees that each report which a fall-back channel was given arrives. One that the channel refused or suppressed, or holds
 * while it fails or is paused, is mailed to the admins: what waits about a trouble is of no use.
 */
export async function followHandedReports(
  dependencies: { hasMail: boolean; logger: Logger; nowMs: () => number },
  transaction: DatabaseTransaction,
): Promise<void> {
  const { logger, nowMs } = dependencies
  for (const report of await readHandedReports(transaction, nowMs())) {
    const { eventId, orgId, channelId, letter, hasArrived, isOpen, isOnItsWay, isChannelWorking } = report
    if (hasArrived) await forgetHandedReport(transaction, report)
    else if (!isOnItsWay && !(isOpen && isChannelWorking)) {
      const mails = await mailAdmins(dependencies, transaction, { orgId, letter })
      // Where no one can be mailed, the channel is the only way that is left.
      if (mails === 0 && isOpen) continue
      await takeBackReport(transaction, report, nowMs())
      await forgetHandedReport(transaction, report)
      if (mails > 0) logger.info({ eventId, orgId, channelId, mails }, 'trouble.mailed-instead')
      else logger.warn({ eventId, orgId, channelId }, 'trouble.unreported')
    }
  }
}
