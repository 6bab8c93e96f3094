import { dayMs, hourMs, minuteMs } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** A source that sends nothing though it usually would. */
export type SilentSource = {
  sourceId: string
  silentSeconds: number
  /** The longest pause before, of a source whose week is not known yet; else null. */
  longestPauseSeconds: number | null
}

/** As intakes count the uses of secrets. */
const stepMs = 5 * minuteMs
const leastSilenceMs = 15 * minuteMs
/** Counts are kept a day longer than a week: so long a stretch of last week is known at any moment. */
const weekMs = 7 * dayMs
const comparedMs = dayMs
/** This many steps with requests are a habit; fewer may lie a few minutes later this time. */
const leastSteps = 3
/** A request a day is a habit too. A sender that comes once a day is late after this time. */
const dailyMs = 26 * hourMs
/** What must be known of a source that is younger than a week. */
const leastKnownSteps = 12
const mostJudged = 50

/**
 * Returns the enabled sources of a workspace that are silent against their habit, the longest silent first. A source
 * that is older than a week sent at the same time a week ago, so nights and weekends are no silence. A younger one is
 * silent for twice its longest pause. After a week of silence there is no habit left. Reads the
 * counts of sources that sent nothing in the last 15 minutes, of the last 50 at most.
 */
export async function findSilentSources(
  database: Database,
  { orgId, nowMs }: { orgId: string; nowMs: number },
): Promise<SilentSource[]> {
  const moment = (beforeMs: number): Date => new Date(nowMs - beforeMs)
  const { rows } = await sql<SilentSource>`
    with quiet as materialized (
      select source_id, last_delivery_at as since, created_at <= ${moment(weekMs + comparedMs)} as is_known
      from sources join source_activity using (source_id)
      where org_id = ${orgId} and enabled and last_delivery_at < ${moment(leastSilenceMs)}
        and last_delivery_at > ${moment(weekMs + comparedMs)}
      order by last_delivery_at desc limit ${mostJudged}
    ),
    last_week as (
      select source_id, count(distinct step) as steps
      from quiet q join source_secrets using (source_id) cross join lateral (
        select step from source_secret_uses u
        where u.secret_id = source_secrets.secret_id
          and step >= greatest(since, ${moment(comparedMs)}) - make_interval(secs => ${weekMs / 1000})
          and step <= ${moment(weekMs + stepMs)}
      ) used
      where is_known group by source_id
    ),
    pauses as (
      select source_id, step, lead(step) over (partition by source_id order by step) - step as pause
      from (
        select distinct source_id, step
        from quiet join source_secrets using (source_id) join source_secret_uses using (secret_id)
        where not is_known
      ) steps
    ),
    young as (
      select source_id, extract(epoch from max(pause))::float8 as longest from pauses
      group by source_id having count(*) >= ${leastKnownSteps} and min(step) <= ${moment(dayMs)}
    )
    select source_id as "sourceId", silent as "silentSeconds", longest as "longestPauseSeconds"
    from quiet
    cross join lateral (select extract(epoch from ${new Date(nowMs)}::timestamptz - since)::float8 as silent) lasting
    left join last_week using (source_id) left join young using (source_id)
    where steps >= ${leastSteps} or (steps > 0 and silent > ${dailyMs / 1000})
      or (silent > ${hourMs / 1000} and silent > 2 * longest)
    order by silent desc, source_id`.execute(database)
  return rows
}
