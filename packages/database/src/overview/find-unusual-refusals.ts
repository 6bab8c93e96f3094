import { dayMs, hourMs } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** A source that refuses more than it usually does. */
export type UnusualRefusals = {
  sourceId: string
  /** In the last hour. */
  count: number
  /** In an hour of the week before, on average. */
  usual: number
  /** Of the newest refusal that the log keeps. */
  reason: string | null
}

const habitMs = 7 * dayMs
/** So many times the usual number are unusual. */
const factor = 3
const mostJudged = 50

/**
 * Returns the enabled sources of a workspace that refused more requests in the last hour than they usually do, or that refused
 * some and verified none in the last 24 hours; the most refusals first. Judges the 50 that
 * refused the most, by counts of five minutes.
 */
export async function findUnusualRefusals(
  database: Database,
  { orgId, nowMs }: { orgId: string; nowMs: number },
): Promise<UnusualRefusals[]> {
  const hourAgo = new Date(nowMs - hourMs)
  const { rows } = await sql<UnusualRefusals>`
    with refusing as materialized (
      select source_id, sum(refusals) as count
      from sources join source_refusals using (source_id)
      where org_id = ${orgId} and enabled and step > ${hourAgo} group by source_id
      order by count desc limit ${mostJudged}
    )
    select source_id as "sourceId", count::float8, usual::float8, reason
    from refusing r
    cross join lateral (
      select coalesce(sum(refusals), 0) / ${habitMs / hourMs}::numeric as usual from source_refusals f
      where f.source_id = r.source_id and step > ${new Date(nowMs - hourMs - habitMs)} and step <= ${hourAgo}
    ) habit
    cross join lateral (
      select exists (
        select from source_secrets c join source_secret_uses using (secret_id)
        where c.source_id = r.source_id and step > ${new Date(nowMs - dayMs)}
      ) as is_verifying
    ) verified
    left join lateral (
      select reason from source_rejections l where l.source_id = r.source_id order by rejection_id desc limit 1
    ) newest on true
    where count > ${factor} * usual or not is_verifying
    order by count desc, source_id`.execute(database)
  return rows
}
