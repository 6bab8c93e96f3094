import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { holdOf } from './channel-hold.ts'

/** What waits to go through a channel. */
export type ChannelQueue = {
  /** Since when the channel has its state; null where that is not known. */
  since: Date | null
  /** Messages that are to be sent, now or later. */
  waiting: number
  /** When the first of them is tried at the earliest; null when nothing waits. */
  nextTryAt: Date | null
}

/** The queues of a workspace's channels, by channel id. */
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
