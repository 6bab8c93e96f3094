import type { ChannelHealth } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'

/** The health of a channel with the pauses that hold it. */
export type ShownChannelHealth = Pick<
  ChannelHealth,
  'failingSince' | 'consecutiveFailures' | 'breakerOpenings'
> & {
  /** Until then the breaker is open, or its probe is under way; null while it is closed. */
  breakerUntil: Date | null
  /** The receiver asked for silence until then. */
  retryAfter: Date | null
}

/** Reads the health of a channel and locks nothing; undefined for a channel that the workspace does not have. */
export async function readChannelHealth(
  database: Database,
  { orgId, channelId, nowMs }: { orgId: string; channelId: string; nowMs: number },
): Promise<ShownChannelHealth | undefined> {
  const { rows } = await sql<ShownChannelHealth>`
    select failing_since as "failingSince", consecutive_failures as "consecutiveFailures",
           breaker_openings as "breakerOpenings",
           case when breaker_openings > 0 then greatest(paused_until, ${new Date(nowMs)}) end as "breakerUntil",
           case when retry_after > ${new Date(nowMs)} then retry_after end as "retryAfter"
    from channel_health join channels using (channel_id)
    where channel_id = ${channelId} and org_id = ${orgId}`.execute(database)
  return rows[0]
}
