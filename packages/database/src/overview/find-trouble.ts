import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** What needs a person in a workspace's stream of deliveries and alerts; every part names whose it is. */
export type Trouble = {
  /** Dead letters by source, counted up to 10,000. */
  dead: { sourceId: string; count: number }[]
  /** How long the delivery that is due first has been due, in seconds; 0 where none is. */
  overdueSeconds: number
  /** Deliveries that wait, counted up to 10,000. */
  queued: number
  /** Requests of the last hour that were refused, by source, with the reason of the latest. */
  refused: { sourceId: string; count: number; reason: string; at: Date }[]
  /** Alerts of the last 24 hours that reached no one, by channel. */
  unsent: { channelId: string; count: number; status: string }[]
  /** Previous secrets that end within 24 hours and were used in the hour before. */
  ending: { sourceId: string; endsAt: Date; lastUsedAt: Date }[]
}

const mostCounted = 10_000

/** Reads partial indexes and bounded ranges only: its cost does not grow with the ledger. */
export async function findTrouble(
  database: Database,
  { orgId, nowMs }: { orgId: string; nowMs: number },
): Promise<Trouble> {
  const now = new Date(nowMs)
  const { rows } = await sql<Omit<Trouble, 'ending' | 'refused'> & Dated>`
    select
      coalesce((
        select jsonb_agg(to_jsonb(d) order by count desc) from (
          select source_id as "sourceId", count(*) as count from (
            select source_id from deliveries where org_id = ${orgId} and status = 'dead' limit ${mostCounted}
          ) dead group by source_id
        ) d), '[]') as dead,
      coalesce((
        select extract(epoch from ${now}::timestamptz - min(due_at))::float8 from (
          select due_at from deliveries where org_id = ${orgId} and status = 'queued' and due_at <= ${now}
          order by due_at limit 1
        ) first_due), 0) as "overdueSeconds",
      (select count(*)::float8 from (
        select from deliveries where org_id = ${orgId} and status = 'queued' limit ${mostCounted}
      ) waiting) as queued,
      coalesce((
        select jsonb_agg(to_jsonb(r) order by count desc) from (
          select s.source_id as "sourceId", count(*) as count, max(at) as at,
                 (array_agg(reason order by at desc, rejection_id desc))[1] as reason
          from sources s join source_rejections using (source_id)
          where s.org_id = ${orgId} and at > ${now}::timestamptz - interval '1 hour'
          group by s.source_id
        ) r), '[]') as refused,
      coalesce((
        select jsonb_agg(to_jsonb(u) order by count desc) from (
          select channel_id as "channelId", status, count(*) as count from dispatches
          where org_id = ${orgId} and decided_at > ${now}::timestamptz - interval '24 hours'
            and status in ('failed', 'expired', 'unknown')
          group by channel_id, status
        ) u), '[]') as unsent,
      coalesce((
        select jsonb_agg(to_jsonb(e) order by "endsAt") from (
          select s.source_id as "sourceId", valid_until as "endsAt", last_used_at as "lastUsedAt"
          from sources s join source_secrets using (source_id) join source_secret_activity using (secret_id)
          where s.org_id = ${orgId} and valid_until between ${now} and ${now}::timestamptz + interval '24 hours'
            and last_used_at > ${now}::timestamptz - interval '1 hour'
        ) e), '[]') as ending`.execute(database)
  const [found] = rows
  if (found === undefined) throw new Error('The database answered without a row.')
  return {
    ...found,
    refused: found.refused.map(({ at, ...refused }) => ({ ...refused, at: new Date(at) })),
    ending: found.ending.map(({ sourceId, endsAt, lastUsedAt }) => ({
      sourceId,
      endsAt: new Date(endsAt),
      lastUsedAt: new Date(lastUsedAt),
    })),
  }
}

/** Moments inside JSON arrive as text. */
type Dated = {
  refused: { sourceId: string; count: number; reason: string; at: string }[]
  ending: { sourceId: string; endsAt: string; lastUsedAt: string }[]
}
