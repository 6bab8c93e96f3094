import type { ChannelHealth } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../database.ts'
import { hasWaitedTooLong } from './waiting-messages.ts'

const pauseBoundsMs = { min: 1_000, max: 3_600_000 }

/** Locks the health until the transaction ends; undefined for a deleted channel. */
export async function lockChannelHealth(
  transaction: DatabaseTransaction,
  channelId: string,
): Promise<(ChannelHealth & { state: string }) | undefined> {
  const { rows } = await sql<ChannelHealth & { state: string }>`
    select failing_since as "failingSince", consecutive_failures as "consecutiveFailures",
           paused_until as "pausedUntil", window_started_at as "windowStartedAt", window_attempts as "windowAttempts",
           window_failures as "windowFailures", breaker_openings as "breakerOpenings", state
    from channel_health h join channels using (channel_id)
    where channel_id = ${channelId} for update of h`.execute(transaction)
  return rows[0]
}

/** `sentAt` is when a receiver accepted a message; the first such moment is kept. */
export async function writeChannelHealth(
  transaction: DatabaseTransaction,
  { channelId, health, sentAt }: { channelId: string; health: ChannelHealth; sentAt: Date | undefined },
): Promise<void> {
  await transaction
    .updateTable('channel_health')
    .set({
      failing_since: health.failingSince,
      consecutive_failures: health.consecutiveFailures,
      paused_until: health.pausedUntil,
      window_started_at: health.windowStartedAt,
      window_attempts: health.windowAttempts,
      window_failures: health.windowFailures,
      breaker_openings: health.breakerOpenings,
      ...(sentAt !== undefined && { first_sent_at: sql`coalesce(first_sent_at, ${sentAt})` }),
    })
    .where('channel_id', '=', channelId)
    .execute()
}

/** Sends nothing through a channel until then; an earlier time never shortens a pause. */
export async function pauseChannel(
  database: Database,
  { channelId, retryAfterMs, nowMs }: { channelId: string; retryAfterMs: number; nowMs: number },
): Promise<void> {
  const pauseMs = Math.min(Math.max(retryAfterMs, pauseBoundsMs.min), pauseBoundsMs.max)
  await sql`
    update channel_health set retry_after = greatest(retry_after, ${new Date(nowMs + pauseMs)})
    where channel_id = ${channelId}`.execute(database)
}

type ShownState = { channelId: string; state: 'active' | 'degraded'; reason: string | null; nowMs: number }

/** Sets whether a channel is degraded or active; a disabled one stays disabled, and one with a message that has waited
 * too long stays degraded. */
export async function showChannelState(
  database: Database,
  { channelId, state, reason, nowMs }: ShownState,
): Promise<void> {
  await sql`
    update channels c set state = ${state}, reason = ${reason}
    where channel_id = ${channelId} and state <> 'disabled' and state <> ${state}
      and (${state}::text = 'degraded' or not exists (select from messages m where ${hasWaitedTooLong(nowMs)}))`.execute(
    database,
  )
}

/** Stops sending through a channel until a person enables it. */
export async function disableChannel(
  database: Database,
  { channelId, reason }: { channelId: string; reason: string },
): Promise<void> {
  await sql`
    update channels set state = 'disabled', reason = ${reason}
    where channel_id = ${channelId} and state <> 'disabled'`.execute(database)
}
