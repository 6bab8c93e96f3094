import { sql } from 'kysely'
import { type Database, runPrepared } from '../database.ts'

/** What needs a person in a workspace's stream of deliveries and alerts; every part names whose it is. */
export type Trouble = {
  /** Dead letters by source, counted up to 10,000. */
  dead: { sourceId: string; count: number }[]
  /** How long the delivery that is due first has been due, in seconds; 0 where none is. */
  overdueSeconds: number
  /** Alerts of the last 24 hours that reached no one, by channel. */
  unsent: { channelId: string; count: number; status: string }[]
  /**
   * Secrets of enabled sources that end within 24 hours and are in use: in the last hour, or in the last 24 hours after every other secret
   * of their source.
   */
  ending: { sourceId: string; endsAt: Date; lastUsedAt: Date }[]
}

const mostCounted = 10_000

/** Reads partial indexes and bounded ranges only: its cost does not grow with the ledger. */
export async function findTrouble(
  database: Database,
  { orgId, nowMs }: { orgId: string; nowMs: number },
): Promise<Trouble> {
  const now = new Date(nowMs)
  const statement = sql<Omit<Trouble, 'ending'> & Dated>`
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
          from sources s join source_secrets c using (source_id) join source_secret_activity a using (secret_id)
          where s.org_id = ${orgId} and s.enabled and valid_until between ${now} and ${now}::timestamptz + interval '24 hours'
            and last_used_at > ${now}::timestamptz - interval '24 hours'
            and (last_used_at > ${now}::timestamptz - interval '1 hour' or not exists (
              select from source_secrets other join source_secret_activity later using (secret_id)
              where other.source_id = s.source_id and later.last_used_at > a.last_used_at
            ))
        ) e), '[]') as ending`
  const [found] = await runPrepared(database, { name: 'find-trouble', statement })
  if (found === undefined) throw new Error('The database answered without a row.')
  const ending = found.ending.map(({ sourceId, endsAt, lastUsedAt }) => ({
    sourceId,
    endsAt: new Date(endsAt),
    lastUsedAt: new Date(lastUsedAt),
  }))
  return { ...found, ending }
}

/** Moments inside JSON arrive as text. */
type Dated = { ending: { sourceId: string; endsAt: string; lastUsedAt: string }[] }
