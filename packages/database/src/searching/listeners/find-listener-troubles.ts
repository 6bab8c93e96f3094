import { dayMs, type ListenerState, listenerFrom } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { failedAfter } from './live-scheduler.ts'
import type { ListenerReference } from './schedules.ts'

/** What keeps a listener that was made here from finding anything. A listener has one trouble of a kind at most. */
export type ListenerTrouble = ListenerReference & {
  /** Its name, or its id where its document is gone. */
  name: string
  /**
   * `failing`: no search of it works. `search_failing`: a search of it has not worked for a day, or is refused for longer,
   * while others work. `silent`: it found signals before, and 14 days and more after them a run found none.
   */
  kind: 'failing' | 'search_failing' | 'silent'
  /** How long that has lasted. */
  seconds: number
  /** What the platform said, or what it needs; null if silent. */
  reason: string | null
  /** How many searches; 0 unless they are failing. */
  searches: number
}

const starvedMs = dayMs
const silentMs = 14 * dayMs

/** Returns the troubles of the listeners of a workspace, or of all, the longest first. Those of paused listeners are none. */
export async function findListenerTroubles(
  database: Database,
  { orgId }: { orgId?: string | undefined } = {},
): Promise<ListenerTrouble[]> {
  const { rows } = await sql<Omit<ListenerTrouble, 'name'> & { state: ListenerState | null }>`
    with own as materialized (
      select s.*, exists (
          select from searches q where q.org_id = s.org_id and q.listener_id = s.listener_id
        ) as has_searches
      from listener_schedules s
      where not is_paused and (${orgId ?? null}::text is null or org_id = ${orgId ?? null})
    ),
    failing as (
      select org_id, listener_id, 'failing' as kind, coalesce(failing_since, created_at) as since, last_error as reason, 0 as searches
      from own
      where is_refused or failures >= ${failedAfter}
        or (not has_searches and last_error is not null and last_run_at is not null)
    ),
    starved as (
      select o.org_id, o.listener_id, 'search_failing' as kind,
        min(coalesce(q.searched_at, q.created_at)) as since,
        (array_agg(q.last_error order by coalesce(q.searched_at, q.created_at), q.search_id))[1] as reason,
        count(*)::integer as searches
      from own o join searches q using (org_id, listener_id)
      where not exists (select from failing f where f.org_id = o.org_id and f.listener_id = o.listener_id)
        and q.last_error is not null and (
          coalesce(q.searched_at, q.created_at) < now() - make_interval(secs => ${starvedMs / 1000})
          or q.blocked_until > now() + make_interval(secs => ${starvedMs / 1000})
        )
      group by o.org_id, o.listener_id
    ),
    silent as (
      select o.org_id, o.listener_id, 'silent' as kind, last.at as since, null as reason, 0 as searches
      from own o cross join lateral (
        select first_seen_at as at from finds f
        where f.org_id = o.org_id and f.listener_id = o.listener_id and f.state in ('waiting', 'delivered')
        order by first_seen_at desc limit 1
      ) last
      where o.failures = 0 and not o.is_refused
        and o.last_run_at > last.at + make_interval(secs => ${silentMs / 1000})
        and not exists (select from starved s where s.org_id = o.org_id and s.listener_id = o.listener_id)
    )
    select t.org_id as "orgId", t.listener_id as "listenerId", t.kind, t.reason, t.searches, l.state,
      greatest(0, extract(epoch from now() - t.since))::float8 as seconds
    from (select * from failing union all select * from starved union all select * from silent) t
    left join listeners l on l.org_id = t.org_id and l.listener_id = t.listener_id
    order by seconds desc, t.org_id, t.listener_id`.execute(database)
  return rows.map(({ state, ...trouble }) => {
    const { orgId: owner, listenerId: id } = trouble
    const listener = state === null ? undefined : listenerFrom({ orgId: owner, id, state, signalCount: 0 })
    return { ...trouble, name: listener?.name ?? id }
  })
}
