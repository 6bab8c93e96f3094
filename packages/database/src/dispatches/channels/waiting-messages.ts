import { minuteMs } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'

/** A channel is degraded once a message has waited for so long, whatever its tries. */
const longestWaitMs = 15 * minuteMs

/** SQL: since when the message `m` could have been sent. Tries move its next one, and never this. */
export const waitsSince = sql`coalesce(m.waits_since, m.created_at)`

/**
 * Returns SQL for the conditions on the messages `m` of a channel `c` that have waited too long. What waited while a
 * person paused the channel did so on purpose.
 */
export function hasWaitedTooLong(nowMs: number): RawBuilder<boolean> {
  const latest = sql`${new Date(nowMs - longestWaitMs)}::timestamptz`
  return sql`m.channel_id = c.channel_id and m.status in ('pending', 'sending') and ${waitsSince} <= ${latest}
    and (c.hand_paused_until is null or c.hand_paused_until <= ${latest})`
}

/**
 * Shows channels as degraded while a message has waited too long, with the cause of its last failure, and as active
 * again once none has and the breaker is closed.
 */
export async function showWaitingChannels(database: Database, nowMs: number): Promise<void> {
  await sql`
    update channels shown
    set state = judged.state, reason = judged.reason
    from (
      select c.channel_id,
             case when waiting.reason is not null then 'degraded' else 'active' end as state, waiting.reason
      from channels c join channel_health h using (channel_id)
      left join lateral (
        select coalesce(m.reason, 'messages_wait') as reason from messages m
        where ${hasWaitedTooLong(nowMs)}
        order by ${waitsSince} limit 1
      ) waiting on true
      where c.state <> 'disabled' and breaker_openings = 0
        and (c.state = 'degraded') <> (waiting.reason is not null)
      order by c.channel_id for update of c
    ) judged
    where shown.channel_id = judged.channel_id`.execute(database)
}
