import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { holdOf } from './channel-hold.ts'

/** What waits to be sent through a channel. */
export type ChannelQueue = {
  /** Since when the channel has its state; null if unknown. */
  since: Date | null
  /** Messages to send, now or later. */
  waiting: number
  /** The earliest time of a try; null when nothing waits. */
  nextTryAt: Date | null
}

/** Returns the queues of a workspace's channels, by channel id. */
export async function listChannelQueues(
  database: Database,
  { orgId, nowMs }: { orgId: string; nowMs: number },
): Promise<Map<string, ChannelQueue>> {
  const { rows } = await sql<ChannelQueue & { channelId: string }>`
    select c.channel_id as "channelId", c.state_since as since, queue.waiting,
           case when queue.waiting > 0 then greatest(queue.due_at, hold.until) end as "nextTryAt"
    from channels c
    cross join lateral (
      select count(*)::integer as waiting, min(due_at) as due_at from messages m
      where m.status = 'pending' and m.channel_id = c.channel_id
    ) queue
    left join lateral ${holdOf(sql`c.channel_id`, nowMs)} hold on true
    where c.org_id = ${orgId}`.execute(database)
  return new Map(rows.map(({ channelId, ...queue }) => [channelId, queue]))
}
