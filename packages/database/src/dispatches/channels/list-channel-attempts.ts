import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { MessageKind } from '../../tables.ts'
import type { AlertAttempt } from '../alerts/list-alerts.ts'

/** One try of one message of a channel. */
export type ChannelAttempt = Omit<AlertAttempt, 'at'> & {
  at: Date
  messageId: string
  number: number
  kind: MessageKind
  recipient: string
  ruleId: string | null
  /** Null for a digest. */
  signalId: string | null
}

/**
 * Returns the last attempts of a channel, the newest first. Each attempt leaves its message settled or waiting, so the
 * last messages of both kinds have them.
 */
export async function listChannelAttempts(
  database: Database,
  { orgId, channelId, limit }: { orgId: string; channelId: string; limit: number },
): Promise<ChannelAttempt[]> {
  const { rows } = await sql<ChannelAttempt>`
    with tried as (
      (select m.* from messages m
       where channel_id = ${channelId} and org_id = ${orgId} and attempts > 0 and settled_at is null
       order by due_at desc limit ${limit})
      union all
      (select m.* from messages m
       where channel_id = ${channelId} and org_id = ${orgId} and attempts > 0 and settled_at is not null
       order by settled_at desc limit ${limit})
    )
    select a.at, a.number, coalesce(a.outcome, 'pending') as outcome, a.http_status as "httpStatus", a.code,
           a.duration_ms as "durationMs", a.answer, message_id as "messageId", kind, recipient, rule_id as "ruleId",
           case when digest_id is null then signal_id end as "signalId"
    from tried join attempts a using (message_id)
    order by a.at desc, message_id, a.number desc
    limit ${limit}`.execute(database)
  return rows
}
