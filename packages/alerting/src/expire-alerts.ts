import type { Database, DatabaseTransaction } from '@signalpost/database'
import {
  countExpired,
  type DispatchKey,
  expireMessages,
  moveToDigest,
  openDigest,
} from '@signalpost/database/dispatches'
import { digestDueMs } from '@signalpost/domain'
import type { AlertSettingsCache } from './alert-settings.ts'

type Dependencies = { database: Database; settings: AlertSettingsCache; nowMs: () => number }

const expiredAtOnce = 200
const reason = 'expired'

/**
 * Expires instant alerts that are too late, and moves them to the next digest of their rule; the admins hear of it.
 * Returns how many.
 */
export async function expireAlerts({ database, settings, nowMs }: Dependencies): Promise<number> {
  const now = nowMs()
  return database.transaction().execute(async (transaction) => {
    const expired = await expireMessages(transaction, { nowMs: now, limit: expiredAtOnce })
    const byPair = Map.groupBy(expired, ({ orgId, ruleId, channelId }) => `${orgId} ${ruleId} ${channelId}`)
    for (const [, keys] of [...byPair].sort(([a], [b]) => (a < b ? -1 : 1))) {
      await deferToDigest(transaction, { settings, keys, nowMs: now })
    }
    const byChannel = Map.groupBy(expired, ({ channelId }) => channelId)
    const counted = [...byChannel].flatMap(([channelId, keys]) =>
      keys[0] === undefined ? [] : [{ orgId: keys[0].orgId, channelId, count: keys.length }],
    )
    await countExpired(transaction, { expired: counted, nowMs: now })
    return expired.length
  })
}

async function deferToDigest(
  transaction: DatabaseTransaction,
  {
    settings,
    keys,
    nowMs,
  }: { settings: AlertSettingsCache; keys: (DispatchKey & { orgId: string })[]; nowMs: number },
): Promise<void> {
  const [first] = keys
  if (first === undefined) return
  const { orgId, ruleId, channelId } = first
  const rule = (await settings.get(orgId)).rules.get(ruleId)
  // The digest of a deleted rule sends nothing; it only settles the alert.
  const dueMs = rule === undefined ? nowMs : digestDueMs(rule, nowMs)
  const digestId = await openDigest(transaction, orgId, { ruleId, channelId, groupKey: '', reason, dueMs })
  await moveToDigest(transaction, orgId, { keys, digestId, status: 'expired', reason })
}
