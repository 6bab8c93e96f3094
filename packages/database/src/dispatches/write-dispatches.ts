import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import { createId } from '../ids.ts'
import type { DispatchStatus } from '../tables.ts'
import type { StepReference } from './escalations/step-key.ts'
import { hashPostKey } from './messages/hash-post-key.ts'

/** Identifies one dispatch of a workspace. */
export type DispatchKey = { ruleId: string; channelId: string; signalId: string }

/** The decision for a rule, a channel and a signal. */
export type NewDispatch = DispatchKey & {
  status: DispatchStatus
  reason?: string | undefined
  postKey?: string | undefined
  isInstant: boolean
  digestId?: string | undefined
  /** For a step of an escalation, whose key is `ruleId`. */
  step?: StepReference | undefined
}

/** Several signals that one rule sends to one channel together. */
export type NewDigest = {
  ruleId: string
  channelId: string
  groupKey: string
  reason?: string | undefined
  dueMs: number
}

/** What a channel sends to one recipient. */
export type NewMessage = {
  orgId: string
  channelId: string
  recipient: string
  dueMs: number
  expiresMs?: number | undefined
  isReplay?: boolean | undefined
  traceparent?: string | null | undefined
} & (
  | { kind: 'instant'; ruleId: string; signalId: string }
  | { kind: 'digest'; ruleId: string; digestId: string }
  | { kind: 'event' | 'notice'; event: Record<string, unknown>; signalId?: string | undefined }
)

/** Returns the keys that were decided before, as `dispatchKeyOf` writes them. */
export async function findDecided(
  transaction: DatabaseTransaction,
  orgId: string,
  keys: DispatchKey[],
): Promise<Set<string>> {
  const { rows } = await sql<DispatchKey>`
    select rule_id as "ruleId", channel_id as "channelId", signal_id as "signalId" from dispatches
    where org_id = ${orgId} and (rule_id, channel_id, signal_id) in (select * from ${keysOf(keys)})`.execute(
    transaction,
  )
  return new Set(rows.map(dispatchKeyOf))
}

export async function insertDispatches(
  transaction: DatabaseTransaction,
  orgId: string,
  { dispatches, nowMs }: { dispatches: NewDispatch[]; nowMs: number },
): Promise<void> {
  if (dispatches.length === 0) return
  const rows = dispatches.map((one, number) => ({
    number,
    rule_id: one.ruleId,
    channel_id: one.channelId,
    signal_id: one.signalId,
    status: one.status,
    reason: one.reason,
    post_key: one.postKey === undefined ? null : hashPostKey(one.postKey),
    is_instant: one.isInstant,
    digest_id: one.digestId,
    escalation_id: one.step?.escalationId,
    round: one.step?.round,
    step: one.step?.step,
  }))
  await sql`
    insert into dispatches (org_id, rule_id, channel_id, signal_id, decided_at, status, reason, post_key, is_instant,
                            digest_id, escalation_id, round, step)
    select ${orgId}, rule_id, channel_id, signal_id, ${new Date(nowMs)}, status, reason, post_key, is_instant, digest_id,
           escalation_id, round, step
    from json_to_recordset(${JSON.stringify(rows)}) as decided (
      number integer, rule_id text, channel_id text, signal_id text, status text, reason text, post_key text,
      is_instant boolean, digest_id text, escalation_id text, round smallint, step smallint)
    order by number`.execute(transaction)
}

/**
 * Opens a digest, or joins an open one, which then goes out at the earlier of the two times. Everything that joins
 * before it closes goes with it, because both lock its row.
 */
export async function openDigest(
  transaction: DatabaseTransaction,
  orgId: string,
  { ruleId, channelId, groupKey, reason, dueMs }: NewDigest,
): Promise<string> {
  const { rows } = await sql<{ digestId: string }>`
    insert into digests as known (digest_id, org_id, rule_id, channel_id, group_key, reason, due_at)
    values (${createId('dig_')}, ${orgId}, ${ruleId}, ${channelId}, ${groupKey}, ${reason ?? null},
            ${new Date(dueMs)})
    on conflict (org_id, rule_id, channel_id, group_key) where is_open
    do update set due_at = least(known.due_at, excluded.due_at)
    returning digest_id as "digestId"`.execute(transaction)
  const [opened] = rows
  if (opened === undefined) throw new Error('A digest was neither opened nor joined.')
  return opened.digestId
}

export async function insertMessages(
  database: Database,
  messages: NewMessage[],
  nowMs: number,
): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map((message) => ({
    message_id: createId('msg_', nowMs),
    org_id: message.orgId,
    channel_id: message.channelId,
    kind: message.kind,
    rule_id: 'ruleId' in message ? message.ruleId : null,
    signal_id: message.kind === 'digest' ? null : message.signalId,
    digest_id: message.kind === 'digest' ? message.digestId : null,
    event: 'event' in message ? message.event : null,
    recipient: message.recipient,
    is_replay: message.isReplay ?? false,
    created_at: new Date(nowMs),
    due_at: new Date(message.dueMs),
    waits_since: new Date(message.dueMs),
    expires_at: message.expiresMs === undefined ? null : new Date(message.expiresMs),
    traceparent: message.traceparent ?? null,
  }))
  const columns = sql.join(
    ['message_id', 'org_id', 'channel_id', 'kind', 'rule_id', 'signal_id', 'digest_id', 'event', 'recipient']
      .concat(['is_replay', 'created_at', 'due_at', 'waits_since', 'expires_at', 'traceparent'])
      .map((column) => sql.ref(column)),
  )
  await sql`
    insert into messages (${columns})
    select ${columns} from json_populate_recordset(null::messages, ${JSON.stringify(rows)})`.execute(database)
}

export function dispatchKeyOf({ ruleId, channelId, signalId }: DispatchKey): string {
  return `${ruleId} ${channelId} ${signalId}`
}

export function keysOf(keys: DispatchKey[]) {
  return sql`unnest(${keys.map(({ ruleId }) => ruleId)}::text[], ${keys.map(({ channelId }) => channelId)}::text[],
                    ${keys.map(({ signalId }) => signalId)}::text[])`
}
