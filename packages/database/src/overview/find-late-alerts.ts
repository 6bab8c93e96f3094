import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { hasWaitedTooLong, waitsSince } from '../dispatches/channels/waiting-messages.ts'

export type LateAlerts = {
  /** Channels that show no trouble and have late messages, counted up to 1,000; for how long the first has waited. */
  channels: { channelId: string; count: number; lateSeconds: number }[]
  /** How long the first change has waited for the rules; 0 where none is late. */
  undecidedSeconds: number
}

const mostCounted = 1_000
/** A workspace's changes are looked for among so many that are first in line. */
const mostInLine = 10_000

/**
 * Returns what has been due for `lateMs` in a workspace and is neither evaluated nor sent, and what has waited too long
 * since the decision, whatever its tries. Channels that are degraded or that a person paused have a reason to wait.
 */
export async function findLateAlerts(
  database: Database,
  { orgId, nowMs, lateMs }: { orgId: string; nowMs: number; lateMs: number },
): Promise<LateAlerts> {
  const now = new Date(nowMs)
  const due = new Date(nowMs - lateMs)
  const { rows } = await sql<LateAlerts>`
    select
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'channelId', c.channel_id, 'count', count,
          'lateSeconds', extract(epoch from ${now}::timestamptz - since)::float8
        ) order by since)
        from channels c join channel_health h using (channel_id)
        cross join lateral (
          select count(*) as count, greatest(min(since), hand_paused_until) as since from (
            ${sql.join(
              [false, true].map(
                (isRetry) => sql`
                  (select message_id, ${waitsSince} as since from messages m
                   where m.channel_id = c.channel_id and status = 'pending' and is_retry = ${isRetry} and due_at <= ${due}
                     and coalesce(greatest(paused_until, retry_after), ${due}) <= ${due}
                   order by due_at limit ${mostCounted})`,
              ),
              sql` union all `,
            )}
            union
            (select message_id, ${waitsSince} from messages m where ${hasWaitedTooLong(nowMs)}
             order by ${waitsSince} limit ${mostCounted})
          ) late
        ) waiting
        where c.org_id = ${orgId} and state = 'active' and count > 0 and coalesce(hand_paused_until, ${due}) <= ${due}
      ), '[]') as channels,
      coalesce((
        select extract(epoch from ${now}::timestamptz - min(changed_at))::float8 from (
          select org_id, changed_at from pending_changes where error is null
          order by pending_change_id limit ${mostInLine}
        ) first_in_line where org_id = ${orgId} and changed_at <= ${due}
      ), 0) as "undecidedSeconds"`.execute(database)
  return rows[0] ?? { channels: [], undecidedSeconds: 0 }
}
