import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { DispatchStatus } from '../../tables.ts'
import { holdOf } from '../channels/channel-hold.ts'
import type { DispatchKey } from '../write-dispatches.ts'
import { type AlertFilter, conditionsOf } from './alert-filter.ts'

/** One signal, one rule, one channel, and the outcome of sending; the latest attempt last. */
export type Alert = DispatchKey & {
  /** The number of the decision, by which warehouses know it too. */
  alertId: string
  /** The title of the signal; null once that is deleted. */
  title: string | null
  /** For a step of an escalation, `ruleId` is made from these. */
  escalationId: string | null
  escalationName: string | null
  round: number | null
  step: number | null
  ruleName: string | null
  channelName: string | null
  channelKind: string | null
  status: DispatchStatus
  /** For a pending alert, what it waits for: a hold of its channel, or why its last try failed. */
  reason: string | null
  decidedAt: Date
  sentAt: Date | null
  /** The earliest time of the next try; null if nothing more is sent, or it is being sent. */
  nextAt: Date | null
  attempts: AlertAttempt[]
}

export type AlertAttempt = {
  at: string
  outcome: string
  httpStatus: number | null
  code: string | null
  durationMs: number | null
  answer: string | null
}

/** `nextAfter` continues the list; absent on the last page. */
export type AlertPage = { items: Alert[]; nextAfter?: string }

type Paging = { limit: number; nowMs: number; after?: string | undefined }

const statuses: readonly DispatchStatus[] = [
  ...(['pending', 'sent', 'failed', 'unknown', 'expired', 'suppressed', 'digested'] as const),
]

/** Returns alerts of a workspace, the newest first. Attempts are kept for 30 days. */
export async function listAlerts(database: Database, filter: AlertFilter, paging: Paging): Promise<Alert[]> {
  return (await listAlertPage(database, filter, paging)).items
}

/** As `listAlerts`, from `after` on. A page costs the same wherever it is in the list. */
export async function listAlertPage(
  database: Database,
  filter: AlertFilter,
  { limit, nowMs, after }: Paging,
): Promise<AlertPage> {
  const { rows } = await sql<Alert>`
    select d.decision_number::text as "alertId", d.rule_id as "ruleId", d.channel_id as "channelId", d.signal_id as "signalId",
           s.state #>> '{last,document,title}' as title, r.name as "ruleName",
           d.escalation_id as "escalationId", e.name as "escalationName", d.round, d.step, c.name as "channelName",
           c.kind as "channelKind", d.status,
           case when d.status = 'pending' then coalesce(next.reason, d.reason) else d.reason end as reason,
           d.decided_at as "decidedAt", d.sent_at as "sentAt", next.at as "nextAt",
           coalesce(tried.attempts, '[]') as attempts
    from (
      select found.* from (${candidatesOf(filter, { limit: limit + 1, after })}) found
      order by decided_at desc, decision_number desc limit ${limit + 1}
    ) d
    left join signals s on s.org_id = d.org_id and s.signal_id = d.signal_id
    left join rules r on r.rule_id = d.rule_id and r.org_id = d.org_id
    left join escalations e on e.escalation_id = d.escalation_id and e.org_id = d.org_id
    left join channels c on c.channel_id = d.channel_id and c.org_id = d.org_id
    left join lateral (
      select jsonb_agg(jsonb_build_object(
        'at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'outcome', coalesce(a.outcome, 'pending'),
        'httpStatus', a.http_status, 'code', a.code, 'durationMs', a.duration_ms, 'answer', a.answer
      ) order by a.at, a.number) as attempts
      from ${messagesOf} related join attempts a using (message_id)
    ) tried on true
    left join lateral (
      select greatest(due_at, hold.until) as at,
             case when hold.until > due_at then hold.reason else waits.reason end as reason
      from (
        select due_at, reason from ${messagesOf} related where status = 'pending'
        union all
        select due_at, null from digests g where g.digest_id = d.digest_id and is_open
      ) waits
      left join lateral ${holdOf(sql`d.channel_id`, nowMs)} hold on true
      where d.status in ('pending', 'expired')
      order by at
      limit 1
    ) next on true
    order by d.decided_at desc, d.decision_number desc`.execute(database)
  const nextAfter = rows.length > limit ? rows[limit - 1]?.alertId : undefined
  return { items: rows.slice(0, limit), ...(nextAfter !== undefined && { nextAfter }) }
}

/** The messages with the dispatch `d`, alone or together with others. */
const messagesOf = sql`(
  select * from messages where message_id in (
    select message_id from messages m
    where m.org_id = d.org_id and m.signal_id = d.signal_id and m.kind = 'instant'
      and m.rule_id = d.rule_id and m.channel_id = d.channel_id
    union
    select message_id from messages m where m.digest_id = d.digest_id
  )
)`

/**
 * The newest dispatches of a filter, and perhaps older ones. Reads the first rows of one range of an index for each
 * status or channel, because a single range that ignores either must skip the rows in between.
 */
function candidatesOf(
  filter: AlertFilter,
  { limit, after }: Pick<Paging, 'limit' | 'after'>,
): RawBuilder<unknown> {
  const { orgId, signalId, ruleId, channelId, status, reason } = filter
  const bound =
    after === undefined
      ? sql`true`
      : sql`(decided_at, decision_number) < (
          (select decided_at from dispatches where org_id = ${orgId} and decision_number = ${after}), ${after}::bigint)`
  const newest = (condition: RawBuilder<unknown>) => sql`
    select * from dispatches where ${conditionsOf(filter)} and ${condition} and ${bound}
    order by decided_at desc, decision_number desc limit ${limit}`
  if (signalId !== undefined) return newest(sql`true`)
  const channels =
    channelId === undefined
      ? sql`(select channel_id from channels where org_id = ${orgId})`
      : sql`(select ${channelId}::text collate "C" as channel_id)`
  const inChannel = sql`channel_id = of_channel.channel_id`
  if (reason !== undefined) {
    return sql`
      select one.* from ${channels} of_channel cross join lateral (${newest(inChannel)}) one`
  }
  const ofStatus = sql`unnest(${status === undefined ? statuses : [status]}::text[]) as of_status (status)`
  const inStatus = sql`status = of_status.status`
  if (ruleId !== undefined) {
    return sql`
      select one.* from ${channels} of_channel cross join ${ofStatus}
      cross join lateral (${newest(sql`${inChannel} and ${inStatus}`)}) one`
  }
  return sql`select one.* from ${ofStatus} cross join lateral (${newest(inStatus)}) one`
}
