import { type Database, type DatabaseTransaction, isStoreFault } from '@signalpost/database'
import {
  closeDigest,
  type Digest,
  type DigestItem,
  insertMessages,
  lockDueDigest,
  postponeDigest,
  readDigestItems,
  suppressDispatches,
} from '@signalpost/database/dispatches'
import { quietEndMs, type Rule } from '@signalpost/domain'
import type { Logger } from '@signalpost/runtime'
import type { AlertSettings, AlertSettingsCache } from './alert-settings.ts'
import { findLateRefusal } from './sending/prepare-message.ts'

type Dependencies = { database: Database; settings: AlertSettingsCache; logger: Logger; nowMs: () => number }

const brokenPauseMs = 600_000

/** Closes the digests that are due and creates a message of each for every recipient. Returns how many were due. */
export async function flushDigests(
  dependencies: Dependencies,
  { shouldStop }: { shouldStop: () => boolean },
): Promise<number> {
  let flushed = 0
  while (!shouldStop() && (await flushOne(dependencies))) flushed += 1
  return flushed
}

async function flushOne({ database, settings, logger, nowMs }: Dependencies): Promise<boolean> {
  const now = nowMs()
  let locked: Digest | undefined
  try {
    const items = await database.transaction().execute(async (transaction) => {
      locked = await lockDueDigest(transaction, now)
      if (locked === undefined) return 0
      return flush(transaction, locked, { settings: await settings.get(locked.orgId), nowMs: now })
    })
    if (locked === undefined) return false
    const { digestId, orgId, ruleId, channelId } = locked
    logger.info({ digestId, orgId, ruleId, channelId, items }, 'digest.flushed')
  } catch (error) {
    if (isStoreFault(error) || locked === undefined) throw error
    // Postponed, because others wait behind it and a person may fix its fault in the meantime.
    const { digestId, orgId } = locked
    logger.error({ digestId, orgId, err: error }, 'digest.broken')
    const dueMs = now + brokenPauseMs
    await database.transaction().execute((transaction) => postponeDigest(transaction, { digestId, dueMs }))
  }
  return true
}

type Context = { settings: AlertSettings; nowMs: number }

async function flush(
  transaction: DatabaseTransaction,
  digest: Digest,
  { settings, nowMs }: Context,
): Promise<number> {
  const { digestId, orgId, ruleId, channelId } = digest
  const rule = settings.rules.get(ruleId)
  if (rule?.enabled === true) {
    const dueMs = quietEndMs(rule, nowMs)
    if (dueMs > nowMs) {
      await postponeDigest(transaction, { digestId, dueMs })
      return 0
    }
  }
  await closeDigest(transaction, digestId)
  const items = await readDigestItems(transaction, digest)
  const remaining = await dropRefused(transaction, { digest, items, rule, settings, nowMs })
  const channel = settings.channels.get(channelId)
  if (remaining === 0 || channel === undefined) return 0
  const { kind } = channel
  const messages = kind.recipients(channel.settings).map((recipient) => ({
    kind: 'digest' as const,
    orgId,
    channelId,
    recipient,
    ruleId,
    digestId,
    dueMs: nowMs,
  }))
  await insertMessages(transaction, messages, nowMs)
  return remaining
}

/** Removes signals that should no longer be sent. Returns how many remain. */
async function dropRefused(
  transaction: DatabaseTransaction,
  {
    digest,
    items,
    rule,
    settings,
    nowMs,
  }: Context & { digest: Digest; items: DigestItem[]; rule: Rule | undefined },
): Promise<number> {
  const { orgId, ruleId, channelId } = digest
  const judged = items.map(({ signalId, signal }) => ({
    key: { ruleId, channelId, signalId },
    reason:
      rule?.enabled === true
        ? findLateRefusal(rule, signal, { settings, nowMs })
        : ('rule_disabled' as const),
  }))
  const refused = Map.groupBy(judged, ({ reason }) => reason)
  for (const [reason, group] of refused) {
    if (reason === undefined) continue
    await suppressDispatches(transaction, orgId, { keys: group.map(({ key }) => key), reason })
  }
  return refused.get(undefined)?.length ?? 0
}
