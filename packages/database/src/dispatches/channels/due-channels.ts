import { sql } from 'kysely'
import type { Database } from '../../database.ts'

/** A channel with messages to send, now or later. */
export type DueChannel = {
  channelId: string
  orgId: string
  kind: string
  /** When the first message without an attempt is due. */
  freshAt: Date | null
  /** When the first retry is due. */
  retryAt: Date | null
  /** The channel accepts nothing before this time: a person paused it, it asked for a pause, failed too
   * often, or its pace holds it. */
  availableAt: Date | null
}

/** Returns every channel with waiting messages, whatever their number. */
export async function findDueChannels(database: Database): Promise<DueChannel[]> {
  const { rows } = await sql<DueChannel>`
    with recursive waiting as (
      (select channel_id from messages where status = 'pending' order by channel_id limit 1)
      union all
      select (
        select m.channel_id from messages m
        where status = 'pending' and m.channel_id > waiting.channel_id order by m.channel_id limit 1
      )
      from waiting where channel_id is not null
    )
    select c.channel_id as "channelId", c.org_id as "orgId", c.kind,
           (select due_at from messages m where status = 'pending' and m.channel_id = c.channel_id and not is_retry
            order by due_at limit 1) as "freshAt",
           (select due_at from messages m where status = 'pending' and m.channel_id = c.channel_id and is_retry
            order by due_at limit 1) as "retryAt",
           greatest(hand_paused_until, retry_after, paused_until, next_slot_at) as "availableAt"
    from waiting join channels c using (channel_id) join channel_health using (channel_id)
    where state <> 'disabled'`.execute(database)
  return rows
}
