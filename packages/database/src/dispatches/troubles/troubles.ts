import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../database.ts'
import { createId } from '../../ids.ts'
import { disabledByOperator } from '../../rules/channels.ts'
import type { TroubleKind } from '../../tables.ts'
import { takesReports } from './handed-reports.ts'

/** A trouble that exists right now. */
export type PresentTrouble = {
  orgId: string
  kind: Exclude<TroubleKind, 'alerts_expired'>
  subjectId: string
  reason: string | null
  since: Date
}

/** What the admins of a workspace have to hear: that there is a trouble, or that it is over. */
export type TroubleReport = {
  troubleId: string
  orgId: string
  kind: TroubleKind
  subjectId: string
  /** The name of the channel or warehouse, and its kind. */
  subjectName: string
  subjectKind: string
  reason: string | null
  count: number
  beganAt: Date
  goneAt: Date | null
  isOver: boolean
}

/** How long a trouble lasts before it is reported, and is over before that is said. */
type Patience = { beforeReportMs: number; beforeEndMs: number; beforeEndOfExpiryMs: number }

const troublesLock = 7_310_062

/** Lets one process at a time work on troubles. Returns whether it is this one, until its transaction ends. */
export async function lockTroubles(transaction: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${troublesLock}) as "isLocked"`.execute(transaction)
  return rows[0]?.isLocked === true
}

/** Returns the channels that fail or were given up. What a person disabled or paused is no trouble. */
export async function findFailingChannels(database: Database, nowMs: number): Promise<PresentTrouble[]> {
  const { rows } = await sql<PresentTrouble>`
    select org_id as "orgId", 'channel_' || state as kind, channel_id as "subjectId", reason,
           coalesce(state_since, now()) as since
    from channels
    where (state = 'degraded' and coalesce(hand_paused_until <= ${new Date(nowMs)}, true))
      or (state = 'disabled' and reason is distinct from ${disabledByOperator})
    order by channel_id`.execute(database)
  return rows
}

/** Begins the troubles that are new, and notes for each that stands whether it is gone. */
export async function noteTroubles(
  transaction: DatabaseTransaction,
  { present, nowMs }: { present: readonly PresentTrouble[]; nowMs: number },
): Promise<void> {
  const now = new Date(nowMs)
  const rows = present.map((one) => ({
    ...{ trouble_id: createId('trb_', nowMs), org_id: one.orgId, kind: one.kind, subject_id: one.subjectId },
    ...{ reason: one.reason, began_at: new Date(Math.min(one.since.getTime(), nowMs)) },
  }))
  const given = sql`
    select * from json_to_recordset(${JSON.stringify(rows)}) as given (
      trouble_id text, org_id text, kind text, subject_id text, reason text, began_at timestamptz)`
  await sql`
    insert into troubles (trouble_id, org_id, kind, subject_id, reason, began_at)
    select trouble_id, org_id, kind, subject_id, reason, began_at from (${given}) given
    on conflict (org_id, kind, subject_id) where ended_at is null do nothing`.execute(transaction)
  await sql`
    update troubles standing set gone_at = case when found.kind is null then ${now}::timestamptz end
    from troubles one left join (${given}) found using (org_id, kind, subject_id)
    where standing.trouble_id = one.trouble_id and one.ended_at is null and one.kind <> 'alerts_expired'
      and (found.kind is null) = (one.gone_at is null)`.execute(transaction)
}

/** Counts alerts of a channel that expired. They are one trouble until none has expired for a while. */
export async function countExpired(
  transaction: DatabaseTransaction,
  {
    expired,
    nowMs,
  }: { expired: readonly { orgId: string; channelId: string; count: number }[]; nowMs: number },
): Promise<void> {
  if (expired.length === 0) return
  const now = new Date(nowMs)
  const rows = expired.map(({ orgId, channelId, count }) => ({
    ...{ trouble_id: createId('trb_', nowMs), org_id: orgId, subject_id: channelId, count },
  }))
  await sql`
    insert into troubles as standing (trouble_id, org_id, kind, subject_id, count, began_at, gone_at)
    select trouble_id, org_id, 'alerts_expired', subject_id, count, ${now}, ${now}
    from json_to_recordset(${JSON.stringify(rows)}) as given (
      trouble_id text, org_id text, subject_id text, count integer)
    order by subject_id
    on conflict (org_id, kind, subject_id) where ended_at is null
    do update set count = standing.count + excluded.count, gone_at = excluded.gone_at`.execute(transaction)
}

/** Takes what is to be reported now: each trouble once when it has lasted, and once when it is over. */
export async function takeTroubleReports(
  transaction: DatabaseTransaction,
  { patience, nowMs }: { patience: Patience; nowMs: number },
): Promise<TroubleReport[]> {
  const now = new Date(nowMs)
  const ago = (ms: number) => new Date(nowMs - ms)
  const { rows } = await sql<TroubleReport>`
    with ended as (
      update troubles set ended_at = ${now}
      where ended_at is null and (kind <> 'alerts_expired' or reported_at is not null) and gone_at <= case when kind = 'alerts_expired'
        then ${ago(patience.beforeEndOfExpiryMs)}::timestamptz else ${ago(patience.beforeEndMs)}::timestamptz end
      returning *
    ),
    reported as (
      update troubles set reported_at = ${now}
      where reported_at is null and ended_at is null and began_at <= ${ago(patience.beforeReportMs)}
        and (gone_at is null or kind = 'alerts_expired')
        and trouble_id not in (select trouble_id from ended)
      returning *
    ),
    taken as (
      select *, true as is_over from ended where reported_at is not null and kind <> 'alerts_expired'
      union all
      select *, false from reported
    )
    select trouble_id as "troubleId", t.org_id as "orgId", t.kind, subject_id as "subjectId",
           coalesce(c.name, w.name) as "subjectName", coalesce(c.kind, w.kind) as "subjectKind", t.reason, count,
           began_at as "beganAt", gone_at as "goneAt", is_over as "isOver"
    from taken t
    left join channels c on c.channel_id = t.subject_id
    left join warehouses w on w.warehouse_id = t.subject_id
    where coalesce(c.name, w.name) is not null
      -- A channel that failed until it was given up, or until a person paused it, does not work again.
      and not (is_over and (c.state = 'disabled' or c.hand_paused_until > ${now}) is true)
    order by trouble_id`.execute(transaction)
  return rows
}

/** Returns the fall-back channel of a workspace, if it has one that takes reports and is not the trouble itself. */
export async function findFallback(
  transaction: DatabaseTransaction,
  { orgId, subjectId, nowMs }: { orgId: string; subjectId: string; nowMs: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ channelId: string }>`
    select channel_id as "channelId" from workspaces w join channels c on c.channel_id = w.fallback_channel_id
    where w.org_id = ${orgId} and ${takesReports(nowMs)} and channel_id <> ${subjectId}`.execute(transaction)
  return rows[0]?.channelId
}

/** Forgets troubles that ended before a time. Returns how many. */
export async function pruneTroubles(database: Database, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from troubles where ended_at < ${before}`.execute(database)
  return Number(numAffectedRows ?? 0)
}
