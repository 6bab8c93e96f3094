import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../database.ts'
import { type SentAlert, sentAlertColumns, sentAlertTables } from './sent-alert.ts'

/** A message that must show the present state of its signal. */
export type MessageEdit = SentAlert & {
  /** How the channel identifies the message. */
  reference: Record<string, string>
  /** How often the edit was requested: a request that comes during the edit is not yet done. */
  requests: number
  /** Counted from 1. */
  attempts: number
}

/** Requests an edit of every instant alert that contains the signal of one of these deliveries. */
export async function requestMessageEdits(
  transaction: DatabaseTransaction,
  deliveryIds: readonly string[],
  nowMs: number,
): Promise<void> {
  if (deliveryIds.length === 0) return
  const signals = sql`
    select org_id, event->'data'->>'signalId' as signal_id from deliveries
    where delivery_id = any(${[...deliveryIds]})`
  await requestEdits(transaction, signals, nowMs)
}

/** What is edited: only alerts that opened incidents, or only one message. */
type EditScope = { onlyIncidents?: boolean; messageId?: string }

/** Requests an edit of every instant alert that contains one of these signals, and of digests that opened incidents. */
export async function requestSignalEdits(
  transaction: DatabaseTransaction,
  {
    orgId,
    signalIds,
    nowMs,
    ...scope
  }: { orgId: string; signalIds: readonly string[]; nowMs: number } & EditScope,
): Promise<void> {
  if (signalIds.length === 0) return
  const signals = sql`select ${orgId}::text as org_id, unnest(${[...signalIds]}::text[]) as signal_id`
  await requestEdits(transaction, signals, nowMs, scope)
}

/** The members of references that name incidents; versions before wrote the last two. */
const incidentMembers = ['incidents', 'dedupKey', 'alias']

/** An edit that has not begun shows the newest state anyway; one that is under way is done again. */
async function requestEdits(
  transaction: DatabaseTransaction,
  signals: RawBuilder<unknown>,
  nowMs: number,
  { onlyIncidents = false, messageId }: EditScope = {},
): Promise<void> {
  const hasIncidents = sql`reference ?| ${incidentMembers}::text[]`
  await sql`
    with changed as (${signals}),
    telling as (
      select message_id from changed join messages using (org_id, signal_id)
      union
      select message_id from changed join dispatches using (org_id, signal_id) join messages using (digest_id)
    )
    insert into message_edits as known (message_id, org_id, channel_id, due_at)
    select message_id, org_id, channel_id, ${new Date(nowMs)}
    from telling join messages using (message_id)
    where (${hasIncidents} or (kind = 'instant' and reference is not null and not ${onlyIncidents}))
      and message_id = coalesce(${messageId ?? null}, message_id)
    order by message_id
    on conflict (message_id) do update
    set requests = known.requests + case when known.leased_until is null then 0 else 1 end,
        attempts = 0, due_at = least(known.due_at, excluded.due_at)`.execute(transaction)
}

/**
 * Leases the edit that is due the longest, except for channels that asked for a pause and those in `exceptChannels`.
 */
export async function takeMessageEdit(
  database: Database,
  { exceptChannels, leaseMs, nowMs }: { exceptChannels: readonly string[]; leaseMs: number; nowMs: number },
): Promise<MessageEdit | undefined> {
  const now = new Date(nowMs)
  const { rows } = await sql<MessageEdit>`
    with taken as (
      update message_edits set attempts = attempts + 1, leased_until = ${new Date(nowMs + leaseMs)}
      where message_id = (
        select message_id from message_edits e
        where due_at <= ${now} and (leased_until is null or leased_until <= ${now})
          and channel_id <> all(${[...exceptChannels]}::text[])
          and not exists (
            select from channel_health h where h.channel_id = e.channel_id and h.retry_after > ${now}
          )
        order by due_at limit 1 for update skip locked
      )
      returning message_id, requests, attempts
    )
    select ${sentAlertColumns}, m.reference, requests, taken.attempts
    from ${sentAlertTables} join taken on taken.message_id = m.message_id`.execute(database)
  return rows[0]
}

/**
 * Ends an edit; with `retryMs` it is retried then, and requests made meanwhile are due at once. Without it, keeps the
 * outcome, if the channel was asked at all.
 */
export async function finishMessageEdit(
  database: Database,
  {
    messageId,
    requests,
    retryMs,
    outcome,
    nowMs,
  }: Pick<MessageEdit, 'messageId' | 'requests'> & {
    retryMs?: number | undefined
    outcome?: { outcome: string; code?: string | undefined; reference?: Record<string, string> } | undefined
    nowMs: number
  },
): Promise<void> {
  if (outcome?.reference !== undefined) {
    await sql`
      update messages set reference = ${JSON.stringify(outcome.reference)}::jsonb
      where message_id = ${messageId}`.execute(database)
  }
  if (retryMs === undefined && outcome !== undefined) {
    // The message may have been pruned meanwhile.
    await sql`
      insert into finished_edits (message_id, at, outcome, code)
      select message_id, ${new Date(nowMs)}, ${outcome.outcome}, ${outcome.code ?? null} from messages
      where message_id = ${messageId}
      on conflict do nothing`.execute(database)
  }
  if (retryMs === undefined) {
    await sql`delete from message_edits where message_id = ${messageId} and requests = ${requests}`.execute(
      database,
    )
  }
  const dueAt =
    retryMs === undefined
      ? sql`due_at`
      : sql`case when requests = ${requests} then ${new Date(retryMs)}::timestamptz else due_at end`
  await sql`
    update message_edits set leased_until = null, due_at = ${dueAt} where message_id = ${messageId}`.execute(
    database,
  )
}
