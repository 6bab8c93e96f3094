import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { joinTransaction } from '../join-transaction.ts'
import { holdOf } from './channels/channel-hold.ts'
import type { DispatchStatus } from './dispatches-tables.ts'
import { type DispatchKey, insertMessages, type NewMessage } from './write-dispatches.ts'

/** One signal, one rule, one channel, and the outcome of sending; the latest attempt last. */
export type Alert = DispatchKey & {
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

/** Conditions that must all match. */
export type AlertFilter = {
  orgId: string
  signalId?: string | undefined
  ruleId?: string | undefined
  channelId?: string | undefined
  status?: DispatchStatus | undefined
  /** Filters by the time of the decision. */
  since?: Date | undefined
}

/** Returns alerts of a workspace, the newest first. Attempts are kept for 30 days. */
export async function listAlerts(
  database: Database,
  filter: AlertFilter,
  { limit, nowMs }: { limit: number; nowMs: number },
): Promise<Alert[]> {
  const { rows } = await sql<Alert>`
    select d.rule_id as "ruleId", d.channel_id as "channelId", d.signal_id as "signalId", d.status,
           case when d.status = 'pending' then coalesce(next.reason, d.reason) else d.reason end as reason,
           d.decided_at as "decidedAt", d.sent_at as "sentAt", next.at as "nextAt",
           coalesce(tried.attempts, '[]') as attempts
    from (
      select * from dispatches where ${conditionsOf(filter)} order by decision_number desc limit ${limit}
    ) d
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
    order by d.decision_number desc`.execute(database)
  return rows
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

/** Alerts that were not sent. A replay never repeats one that was sent or still waits. */
const replayable = ['failed', 'unknown', 'expired', 'suppressed'] as const

/**
 * Sends alerts on purpose that were not sent before; only a disabled channel holds them back. `recipientsOf` returns a
 * channel's recipients from its stored settings. Returns how many alerts matched, and how many of them are sent.
 */
export async function replayAlerts(
  database: Database,
  filter: AlertFilter,
  {
    recipientsOf,
    nowMs,
  }: {
    recipientsOf: (channel: { kind: string; settings: Record<string, unknown> }) => string[]
    nowMs: number
  },
): Promise<{ matched: number; replayed: number }> {
  const { orgId } = filter
  return joinTransaction(database, async (transaction) => {
    const { rows: counted } = await sql<{ matched: number }>`
      select count(*)::integer as matched from dispatches where ${conditionsOf(filter)}`.execute(transaction)
    const { rows } = await sql<DispatchKey & { kind: string; settings: Record<string, unknown> }>`
      update dispatches d set status = 'pending', reason = null, digest_id = null
      from channels c
      where c.channel_id = d.channel_id and c.org_id = d.org_id and c.state <> 'disabled'
        and ${conditionsOf(filter, 'd')} and d.status = any(${[...replayable]})
      returning d.rule_id as "ruleId", d.channel_id as "channelId", d.signal_id as "signalId", c.kind, c.settings`.execute(
      transaction,
    )
    const messages: NewMessage[] = rows.flatMap(({ kind, settings, ...key }) =>
      recipientsOf({ kind, settings }).map((recipient) => ({
        kind: 'instant' as const,
        orgId,
        ...key,
        recipient,
        dueMs: nowMs,
        isReplay: true,
      })),
    )
    await insertMessages(transaction, messages, nowMs)
    return { matched: counted[0]?.matched ?? 0, replayed: rows.length }
  })
}

function conditionsOf(
  { orgId, signalId, ruleId, channelId, status, since }: AlertFilter,
  table = 'dispatches',
): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const conditions = [sql`${column('org_id')} = ${orgId}`]
  if (signalId !== undefined) conditions.push(sql`${column('signal_id')} = ${signalId}`)
  if (ruleId !== undefined) conditions.push(sql`${column('rule_id')} = ${ruleId}`)
  if (channelId !== undefined) conditions.push(sql`${column('channel_id')} = ${channelId}`)
  if (status !== undefined) conditions.push(sql`${column('status')} = ${status}`)
  if (since !== undefined) conditions.push(sql`${column('decided_at')} >= ${since}`)
  return sql.join(conditions, sql` and `)
}
