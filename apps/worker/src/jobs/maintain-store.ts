import {
  createPartitions,
  type Database,
  dropExpiredPartitions,
  withMaintenanceLock,
} from '@signalpost/database'
import { pruneAnswers, pruneSourceCounts } from '@signalpost/database/access'
import { pruneAssistants } from '@signalpost/database/assistants'
import { compactAlertCounts, pruneMessages } from '@signalpost/database/dispatches'
import {
  compactLedgerCounts,
  pruneCaptured,
  pruneDeliveries,
  pruneIdentities,
} from '@signalpost/database/ledger'
import { pruneDeviceLogins } from '@signalpost/database/people'
import { dayMs } from '@signalpost/domain'
import type { Logger } from '@signalpost/runtime'

const messageDays = 30

type Dependencies = {
  database: Database
  logger: Logger
  ledgerDays: number
  dedupDays: number
  nowMs: () => number
}

/**
 * Creates partitions ahead, drops old ones and prunes what is past its retention. Only one worker does this at a time:
 * returns whether this one did.
 */
export async function maintainStore({
  database,
  logger,
  ledgerDays,
  dedupDays,
  nowMs,
}: Dependencies): Promise<boolean> {
  return withMaintenanceLock(database, async () => {
    await createPartitions(database, { nowMs: nowMs() })
    const dropped = await dropExpiredPartitions(database, { nowMs: nowMs(), ledgerDays })
    const deliveries = await pruneDeliveries(database, { nowMs: nowMs(), ledgerDays })
    const captured = await pruneCaptured(database, { nowMs: nowMs(), ledgerDays })
    const pruned = await pruneIdentities(database, new Date(nowMs() - dedupDays * dayMs))
    const messages = await pruneMessages(database, new Date(nowMs() - messageDays * dayMs))
    const answers = await pruneAnswers(database, { nowMs: nowMs() })
    const assistants = await pruneAssistants(database, { nowMs: nowMs() })
    const devices = await pruneDeviceLogins(database, { nowMs: nowMs() })
    await pruneSourceCounts(database)
    await compactLedgerCounts(database)
    await compactAlertCounts(database)
    const counts = { deliveries, captured, forgotten: pruned, messages, answers, assistants, devices }
    if (dropped.length > 0 || Object.values(counts).some((count) => count > 0)) {
      logger.info({ dropped, ...counts }, 'store.maintained')
    }
  })
}
