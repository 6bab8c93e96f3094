import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { joinTransaction } from '../../join-transaction.ts'
import { type DispatchKey, insertMessages, type NewMessage } from '../write-dispatches.ts'
import { type AlertFilter, conditionsOf } from './alert-filter.ts'

/** Alerts that were not sent. A replay never repeats one that was sent or still waits. */
const replayable = ['failed', 'unknown', 'expired', 'suppressed'] as const

/**
 * Sends alerts on purpose that were not sent before; only a disabled channel holds them back. `recipientsOf` returns a
 * channel's recipients from its stored settings. Returns how many alerts matched, and how many of them are sent.
 */
export async function replayAlerts(
  database: Database,
  filter: AlertFilter,
  {
    recipientsOf,
    nowMs,
  }: {
    recipientsOf: (channel: { kind: string; settings: Record<string, unknown> }) => string[]
    nowMs: number
  },
): Promise<{ matched: number; replayed: number }> {
  const { orgId } = filter
  return joinTransaction(database, async (transaction) => {
    const { rows: counted } = await sql<{ matched: number }>`
      select count(*)::integer as matched from dispatches where ${conditionsOf(filter)}`.execute(transaction)
    const { rows } = await sql<DispatchKey & { kind: string; settings: Record<string, unknown> }>`
      update dispatches d set status = 'pending', reason = null, digest_id = null
      from channels c
      where ${isReplayed(filter)}
      returning d.rule_id as "ruleId", d.channel_id as "channelId", d.signal_id as "signalId", c.kind, c.settings`.execute(
      transaction,
    )
    const messages: NewMessage[] = rows.flatMap(({ kind, settings, ...key }) =>
      recipientsOf({ kind, settings }).map((recipient) => ({
        kind: 'instant' as const,
        orgId,
        ...key,
        recipient,
        dueMs: nowMs,
        isReplay: true,
      })),
    )
    await insertMessages(transaction, messages, nowMs)
    return { matched: counted[0]?.matched ?? 0, replayed: rows.length }
  })
}

/** What a replay would send. */
export type ReplayPreview = {
  /** The alerts that it would send, counted up to `countedAtMost`. */
  replayable: number
  /** By channel, and by the status and reason of the alert. */
  groups: { channelId: string; status: string; reason: string | null; count: number }[]
}

/** Counts what `replayAlerts` would send for the same filter. Changes nothing. */
export async function previewReplay(
  database: Database,
  filter: AlertFilter,
  { countedAtMost }: { countedAtMost: number },
): Promise<ReplayPreview> {
  const { rows } = await sql<ReplayPreview['groups'][number]>`
    select channel_id as "channelId", status, reason, count(*)::integer as count
    from (
      select d.channel_id, d.status, d.reason from dispatches d, channels c
      where ${isReplayed(filter)} limit ${countedAtMost}
    ) counted
    group by channel_id, status, reason
    order by count desc, channel_id, status, reason`.execute(database)
  return { replayable: rows.reduce((sum, { count }) => sum + count, 0), groups: rows }
}

/** For dispatches `d` and channels `c`. */
function isReplayed(filter: AlertFilter): RawBuilder<unknown> {
  return sql`
    c.channel_id = d.channel_id and c.org_id = d.org_id and c.state <> 'disabled'
    and ${conditionsOf(filter, 'd')} and d.status = any(${[...replayable]})`
}
