import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'

/** A report that a fall-back channel was given, until it is known whether it arrived. */
export type HandedReport = {
  /** The id of the event that its messages carry. */
  eventId: string
  orgId: string
  channelId: string
  /** What admins get by mail if it does not arrive. */
  letter: Record<string, unknown>
}

export type HandedReportState = HandedReport & {
  /** Whether one of its messages arrived. */
  hasArrived: boolean
  /** Whether one may still arrive. */
  isOpen: boolean
  /** Whether one is on its way right now. */
  isOnItsWay: boolean
  /** Whether its channel would be given a report now. */
  isChannelWorking: boolean
}

export async function insertHandedReport(
  transaction: DatabaseTransaction,
  { eventId, orgId, channelId, letter }: HandedReport,
  nowMs: number,
): Promise<void> {
  const row = { event_id: eventId, org_id: orgId, channel_id: channelId, letter: JSON.stringify(letter) }
  await transaction
    .insertInto('handed_reports')
    .values({ ...row, handed_at: new Date(nowMs) })
    .execute()
}

export async function readHandedReports(
  transaction: DatabaseTransaction,
  nowMs: number,
): Promise<HandedReportState[]> {
  const { rows } = await sql<HandedReportState>`
    select event_id as "eventId", r.org_id as "orgId", r.channel_id as "channelId", letter,
           coalesce(bool_or(m.status = 'sent'), false) as "hasArrived",
           coalesce(bool_or(m.status in ('pending', 'sending')), false) as "isOpen",
           coalesce(bool_or(m.status = 'sending'), false) as "isOnItsWay",
           exists (
             select from channels c where c.channel_id = r.channel_id and ${takesReports(nowMs)}
           ) as "isChannelWorking"
    from handed_reports r
    left join messages m
      on m.org_id = r.org_id and m.event is not null and m.event ->> 'id' = event_id and m.channel_id = r.channel_id
    group by event_id
    order by event_id`.execute(transaction)
  return rows
}

/** Forgets a report that arrived, or that goes another way. */
export async function forgetHandedReport(
  transaction: DatabaseTransaction,
  { eventId, orgId }: HandedReport,
): Promise<void> {
  await sql`delete from handed_reports where event_id = ${eventId} and org_id = ${orgId}`.execute(transaction)
}

/** Takes the messages of a report that wait back from the channel, as the admins are mailed instead. */
export async function takeBackReport(
  transaction: DatabaseTransaction,
  { eventId, orgId, channelId }: HandedReport,
  nowMs: number,
): Promise<void> {
  await sql`
    update messages set status = 'suppressed', reason = 'mailed_to_admins', settled_at = ${new Date(nowMs)}
    where org_id = ${orgId} and event is not null and event ->> 'id' = ${eventId} and channel_id = ${channelId}
      and status = 'pending'`.execute(transaction)
}

/** The condition on a channel `c` under which a report goes to it: it works, and no person paused it. */
export function takesReports(nowMs: number) {
  return sql`c.state = 'active' and coalesce(c.hand_paused_until <= ${new Date(nowMs)}, true)`
}
