import { findChannel } from '@signalpost/channels'
import type { Database } from '@signalpost/database'
import { endAttempt, lockAbandoned, settleMessage, settleUnsent } from '@signalpost/database/dispatches'
import type { Logger } from '@signalpost/runtime'
import type { AlertMetrics } from '../alert-metrics.ts'
import { judgeAbandoned, workerLost } from './judge-attempt.ts'

type Dependencies = { database: Database; metrics: AlertMetrics; logger: Logger; nowMs: () => number }

/** Judges attempts without an outcome whose lease expired: the message may have arrived. */
export async function giveUpAbandoned(dependencies: Dependencies): Promise<number> {
  let found = 0
  while (await giveUpOne(dependencies)) found += 1
  return found
}

async function giveUpOne({ database, metrics, logger, nowMs }: Dependencies): Promise<boolean> {
  const now = nowMs()
  const abandoned = await database.transaction().execute(async (transaction) => {
    const message = await lockAbandoned(transaction, now)
    if (message === undefined) return undefined
    const kind = findChannel(message.kindOfChannel)
    const channel = kind ?? { recognisesRepeats: false }
    const outcome = { outcome: 'ambiguous' as const, code: workerLost }
    const settlement = judgeAbandoned({ channel, message, nowMs: now })
    await settleMessage(transaction, { message, settlement, nowMs: now })
    await endAttempt(transaction, { messageId: message.messageId, number: message.attempts, end: outcome })
    if (settlement.status !== 'pending') {
      const { status, reason } = settlement
      await settleUnsent(transaction, message, { status, reason })
    }
    return { ...message, ...settlement }
  })
  if (abandoned === undefined) return false
  const { messageId, orgId, channelId, kindOfChannel, attempts, status } = abandoned
  metrics.countAttempt(kindOfChannel, { outcome: 'ambiguous', code: workerLost }, 0)
  logger.warn({ messageId, orgId, channelId, attempt: attempts, status }, 'dispatch.abandoned')
  return true
}
