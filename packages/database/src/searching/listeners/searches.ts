import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { ListenerReference } from './schedules.ts'

/** One query of one listener on one platform, and how far it is. */
export type Search = {
  searchId: string
  platform: string
  query: string
  createdAt: Date
  /** Null before its first page. */
  cursor: unknown
  searchedAt: Date | null
  failures: number
  /** Before then it asks nothing. */
  blockedUntil: Date | null
  lastError: string | null
  /** How many posts could not be judged so far. */
  skippedPosts: number
  /** The key of the last of them, and why; null without one. */
  lastSkipped: string | null
}

export type PlannedSearch = Pick<Search, 'searchId' | 'platform' | 'query'>

/** Makes the searches of a listener those of its plan and returns them in that order; unchanged ones keep their cursors. */
export async function planSearches(
  database: Database,
  { orgId, listenerId, searches }: ListenerReference & { searches: readonly PlannedSearch[] },
): Promise<Search[]> {
  const planned = sql`jsonb_to_recordset(${JSON.stringify(searches)}::jsonb)
    as planned("searchId" text, platform text, query text)`
  const order = searches.map(({ searchId }) => searchId)
  return database.transaction().execute(async (transaction) => {
    await sql`
      delete from searches
      where org_id = ${orgId} and listener_id = ${listenerId} and search_id <> all(${sql.val(order)}::text[])`.execute(
      transaction,
    )
    await sql`
      insert into searches (org_id, listener_id, search_id, platform, query)
      select s.org_id, s.listener_id, planned."searchId", planned.platform, planned.query
      from ${planned} join listener_schedules s on s.org_id = ${orgId} and s.listener_id = ${listenerId}
      on conflict do nothing`.execute(transaction)
    const { rows } = await sql<Search>`
      ${selectSearches} where org_id = ${orgId} and listener_id = ${listenerId}
      order by array_position(${sql.val(order)}::text[], search_id)`.execute(transaction)
    return rows
  })
}

/** Returns the searches of a listener by platform and query. */
export async function listSearches(
  database: Database,
  { orgId, listenerId }: ListenerReference,
): Promise<Search[]> {
  const { rows } = await sql<Search>`
    ${selectSearches} where org_id = ${orgId} and listener_id = ${listenerId}
    order by platform, query, search_id`.execute(database)
  return rows
}

/** Records how a search ended: without a fault, or until when it asks nothing. */
export async function settleSearch(
  database: Database,
  {
    orgId,
    listenerId,
    searchId,
    fault,
  }: ListenerReference & { searchId: string; fault: { error: string; blockedMs: number } | null },
): Promise<void> {
  const changes =
    fault === null
      ? sql`searched_at = now(), failures = 0, blocked_until = null, last_error = null`
      : sql`failures = failures + 1, last_error = ${fault.error},
          blocked_until = now() + make_interval(secs => ${fault.blockedMs / 1000})`
  await sql`
    update searches set ${changes}
    where org_id = ${orgId} and listener_id = ${listenerId} and search_id = ${searchId}`.execute(database)
}

/** Records why a search was not asked at all. It is tried again at the next run. */
export async function noteRefusal(
  database: Database,
  { orgId, listenerId, searchId, error }: ListenerReference & { searchId: string; error: string },
): Promise<void> {
  await sql`
    update searches set last_error = ${error}
    where org_id = ${orgId} and listener_id = ${listenerId} and search_id = ${searchId}`.execute(database)
}

const selectSearches = sql`
  select search_id as "searchId", platform, query, created_at as "createdAt", cursor,
    searched_at as "searchedAt", failures, case when blocked_until > now() then blocked_until end as "blockedUntil",
    last_error as "lastError", skipped_posts as "skippedPosts", last_skipped as "lastSkipped"
  from searches`
