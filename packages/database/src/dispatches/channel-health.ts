import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'

/** How a channel did lately. */
export type ChannelHealth = {
  failingSince: Date | null
  consecutiveFailures: number
  pausedUntil: Date | null
  windowStartedAt: Date | null
  windowAttempts: number
  windowFailures: number
  breakerOpenings: number
}

/** Locked until the transaction ends; undefined for a channel that is gone. */
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

export async function writeChannelHealth(
  transaction: DatabaseTransaction,
  channelId: string,
  health: ChannelHealth,
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
    })
    .where('channel_id', '=', channelId)
    .execute()
}

/** Shows that a channel does badly or well again; one that is disabled stays so. */
export async function showChannelState(
  database: Database,
  { channelId, state, reason }: { channelId: string; state: 'active' | 'degraded'; reason: string | null },
): Promise<void> {
  await sql`
    update channels set state = ${state}, reason = ${reason}
    where channel_id = ${channelId} and state <> 'disabled' and state <> ${state}`.execute(database)
}

/** Ends what goes through a channel until somebody enables it. */
export async function disableChannel(
  database: Database,
  { channelId, reason }: { channelId: string; reason: string },
): Promise<void> {
  await sql`
    update channels set state = 'disabled', reason = ${reason}
    where channel_id = ${channelId} and state <> 'disabled'`.execute(database)
}
