import type { Letter, Notice } from '@signalpost/channels'
import { createId, type Database, type DatabaseTransaction } from '@signalpost/database'
import {
  findFailingChannels,
  findFallback,
  insertHandedReport,
  insertMessages,
  lockTroubles,
  noteTroubles,
  showWaitingChannels,
  type TroubleReport,
  takeTroubleReports,
} from '@signalpost/database/dispatches'
import { getChannel } from '@signalpost/database/rules'
import { readWarehouseHealth } from '@signalpost/database/warehouses'
import { hourMs, minuteMs, secondMs } from '@signalpost/domain'
import type { Logger } from '@signalpost/runtime'
import { configureChannel } from '../alert-settings.ts'
import { describeTrouble } from './describe-trouble.ts'
import { followHandedReports } from './follow-handed-reports.ts'
import { mailAdmins } from './mail-admins.ts'
import { troublesOfWarehouse } from './troubles-of-warehouse.ts'

export type ReportDependencies = {
  database: Database
  logger: Logger
  nowMs: () => number
  /** The public URL of the console, without a slash at its end. */
  consoleUrl: string
  /** Whether mails can be sent. */
  hasMail: boolean
}

// A blip is no trouble, and a trouble that comes back at once is still the same.
const patience = { beforeReportMs: 30 * secondMs, beforeEndMs: 5 * minuteMs, beforeEndOfExpiryMs: hourMs }

/**
 * Reports to each workspace what keeps its alerts or its warehouses from working, and that it is over, once each: through
 * its fall-back channel, or by mail to its admins where there is none or it does not take the report. Returns how many reports were written.
 */
export async function reportTroubles(dependencies: ReportDependencies): Promise<number> {
  const { database, nowMs } = dependencies
  return database.transaction().execute(async (transaction) => {
    if (!(await lockTroubles(transaction))) return 0
    const now = nowMs()
    await showWaitingChannels(transaction, now)
    const channels = await findFailingChannels(transaction, now)
    const warehouses = await readWarehouseHealth(transaction)
    const present = [...channels, ...warehouses.flatMap((one) => troublesOfWarehouse(one, now))]
    await noteTroubles(transaction, { present, nowMs: now })
    const reports = await takeTroubleReports(transaction, { patience, nowMs: now })
    for (const report of reports) await deliver(dependencies, transaction, report)
    await followHandedReports(dependencies, transaction)
    return reports.length
  })
}

async function deliver(
  dependencies: ReportDependencies,
  transaction: DatabaseTransaction,
  report: TroubleReport,
): Promise<void> {
  const { logger, nowMs, consoleUrl } = dependencies
  const { orgId, kind, subjectId } = report
  const now = nowMs()
  const notice = describeTrouble(report, now)
  const letter = letterOf(notice, urlOf(report, consoleUrl))
  const noted = { orgId, kind, subjectId, isOver: report.isOver }
  const channelId = await findFallback(transaction, { orgId, subjectId, nowMs: now })
  // Not from the cache, which may need another connection.
  const stored = channelId === undefined ? undefined : await getChannel(transaction, { channelId, orgId })
  const channel = stored && configureChannel(stored, logger)
  if (channel !== undefined) {
    const event = { id: createId('evt_', now), occurredAt: notice.at, orgId, ...notice }
    const messages = channel.kind.recipients(channel.settings).map((recipient) => ({
      kind: 'notice' as const,
      orgId,
      channelId: channel.channelId,
      recipient,
      event,
      dueMs: now,
    }))
    await insertMessages(transaction, messages, now)
    const handed = { eventId: event.id, orgId, channelId: channel.channelId, letter }
    await insertHandedReport(transaction, handed, now)
    logger.info({ ...noted, channelId }, 'trouble.reported')
    return
  }
  const mails = await mailAdmins(dependencies, transaction, { orgId, letter })
  if (mails > 0) logger.info({ ...noted, mails }, 'trouble.reported')
  else logger.warn(noted, 'trouble.unreported')
}

function letterOf({ heading, text }: Notice, url: string): Omit<Letter, 'to'> {
  const why =
    'You get this because you are an admin of the workspace, and it has no fall-back channel that works.'
  return { subject: heading, paragraphs: [text, why], link: { label: 'Open it in the console', url } }
}

function urlOf({ orgId, kind, subjectId }: TroubleReport, consoleUrl: string): string {
  const page = kind.startsWith('warehouse_') ? 'warehouses' : 'channels'
  return `${consoleUrl}/w/${orgId}/${page}/${subjectId}`
}
