import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { ChannelState } from '../../tables.ts'
import { waitsSince } from './waiting-messages.ts'

export type DispatchBacklog = {
  due: number
  /** Of those whose channel neither fails nor pauses. */
  oldestSeconds: number
  pending: number
  /** Changes that could not be evaluated. */
  setAside: number
  /** How many channels have each state, and for how long those that are on have failed. */
  channels: Record<ChannelState, number>
  failing: { channelId: string; kind: string; seconds: number }[]
}

const countedAtMost = 100_000

/** Counts pending changes, due messages and changes set aside, at most 100,000 of each. */
export async function measureDispatching(database: Database, nowMs: number): Promise<DispatchBacklog> {
  const now = new Date(nowMs)
  const { rows } = await sql<DispatchBacklog>`
    select
      (select count(*)::integer from (
        select from messages where status = 'pending' and due_at <= ${now} limit ${countedAtMost}
      ) counted) as due,
      coalesce((
        select extract(epoch from ${now}::timestamptz - min(since))::float from (
          select greatest(${waitsSince}, hand_paused_until) as since
          from messages m join channels using (channel_id) left join channel_health using (channel_id)
          where status = 'pending' and due_at <= ${now} and state <> 'disabled' and failing_since is null
            and coalesce(greatest(hand_paused_until, paused_until, retry_after) <= ${now}, true)
          limit ${countedAtMost}
        ) counted
      ), 0) as "oldestSeconds",
      (select count(*)::integer from (
        select from pending_changes where error is null limit ${countedAtMost}
      ) counted) as pending,
      (select count(*)::integer from (
        select from pending_changes where error is not null limit ${countedAtMost}
      ) counted) as "setAside",
      (select jsonb_build_object(
        'active', count(*) filter (where state = 'active'), 'degraded', count(*) filter (where state = 'degraded'),
        'disabled', count(*) filter (where state = 'disabled')
      ) from channels) as channels,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'channelId', channel_id, 'kind', kind,
          'seconds', greatest(extract(epoch from ${now}::timestamptz - failing_since), 0)::float8
        ) order by channel_id)
        from channels join channel_health using (channel_id)
        where state <> 'disabled' and failing_since is not null and coalesce(hand_paused_until <= ${now}, true)
      ), '[]') as failing`.execute(database)
  const [row] = rows
  if (row === undefined) throw new Error('The database answered without a row.')
  return row
}
