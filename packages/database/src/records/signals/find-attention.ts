import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { storedIn } from './find-candidates.ts'

/** An index has signals by the time of storing; each row lies in a place of its own. */
const mostRecent = 5_000
const mostCounted = 100
const mostOfPerson = 2_500

const attentionHours = 72
const listedDays = 30

/**
 * Returns the ids of signals that need someone: urgent or high, unread, of no one, and stored in the last 72 hours; the most
 * urgent first, of these the best. Looks at the latest 5,000 signals.
 */
export async function findAttention(
  database: Database,
  { orgId, nowMs, limit }: { orgId: string; nowMs: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.signal_id as id from (${recentOf(orgId, nowMs, attentionHours)}) s
    where ${needsAttention(orgId)}
    order by s.urgency = 'immediate' desc, s.relevance_score desc, s.stored_at desc, s.signal_id desc
    limit ${limit}`.execute(database)
  return rows.map(({ id }) => id)
}

/** Up to 100 of each view; `isPartial` when only the latest 5,000 signals were looked at, and there are more. */
export type ViewCounts = {
  attention: number
  mine: number
  unassigned: number
  all: number
  isPartial: boolean
}

/** Counts the views of the last 30 days, whatever there is. */
export async function countViews(
  database: Database,
  { orgId, personId, nowMs }: { orgId: string; personId: string; nowMs: number },
): Promise<ViewCounts> {
  const postedAfter = new Date(nowMs - listedDays * 24 * 3_600_000)
  const count = (rows: ReturnType<typeof recentOf>) =>
    sql`(select count(*)::int from (${rows} limit ${mostCounted}) counted)`
  const { rows } = await sql<ViewCounts>`
    with recent as materialized (${recentOf(orgId, nowMs, listedDays * 24)}),
    owned as materialized (
      select signal_id from signal_registers where org_id = ${orgId} and assigned_user_id = ${personId}
      limit ${mostOfPerson}
    )
    select ${count(sql`
             select from recent s
             where s.stored_at >= ${new Date(nowMs - attentionHours * 3_600_000)} and ${needsAttention(orgId)}`)} as attention,
           ${count(sql`
             select from owned join signals s on s.org_id = ${orgId} and s.signal_id = owned.signal_id
             where s.relevance_score is not null and s.posted_at >= ${postedAfter}`)} as mine,
           ${count(sql`
             select from recent s where s.posted_at >= ${postedAfter} and not exists (
               select from signal_registers r
               where r.org_id = ${orgId} and r.signal_id = s.signal_id and r.assigned_user_id is not null
             )`)} as unassigned,
           ${count(sql`select from recent s where s.posted_at >= ${postedAfter}`)} as all,
           (select count(*) from recent) = ${mostRecent} as "isPartial"`.execute(database)
  return rows[0] ?? { attention: 0, mine: 0, unassigned: 0, all: 0, isPartial: false }
}

function recentOf(orgId: string, nowMs: number, hours: number) {
  return sql`
    select s.signal_id, s.urgency, s.relevance_score, s.posted_at, s.stored_at from signals s
    where ${sql.join(storedIn(orgId), sql` and `)} and s.stored_at >= ${new Date(nowMs - hours * 3_600_000)}
    order by s.stored_at desc, s.signal_id desc limit ${mostRecent}`
}

/** Of signals `s`. */
function needsAttention(orgId: string) {
  return sql`s.urgency in ('immediate', 'high') and not exists (
    select from signal_registers r where r.org_id = ${orgId} and r.signal_id = s.signal_id
    and (r.assigned_user_id is not null or r.read_at is not null)
  )`
}
