import { type RawBuilder, sql } from 'kysely'
import type { ScheduleSettings } from '../../column-types.ts'
import type { Database } from '../../database.ts'
import type { ListenerReference } from './schedules.ts'

/** A listener that one process runs for as long as it renews the lease. */
export type ListenerLease = ListenerReference & {
  sourceId: string
  settings: ScheduleSettings
  seed: string
  /** How many runs in a row found every search failing. */
  failures: number
  /** What the judge knows of earlier finds; null before the first. */
  history: unknown
  /** The page in which processes died that had the lease; undefined where none did. */
  deadly: DeadlyPage | undefined
  token: string
  /** When it was due, letter by letter as the database says it. */
  dueAt: string
}

/** A page of posts, by the search and the cursor before it, and how many processes died of it in a row. */
export type DeadlyPage = { page: string; deaths: number }

/** How a run ended, and when the next begins. */
export type RunOutcome = {
  dueInMs: number
} & (
  | { result: 'ran' /** Of a search that fails while others go on. */; error: string | null }
  /** Every search failed; `isRefused` if a platform refuses the credentials. */
  | { result: 'failed'; error: string; isRefused: boolean }
  /** Cut short, not by a platform; the facts about it stay. */
  | { result: 'interrupted' }
)

/** Leases the listener that is due the longest; undefined when none is. */
export async function leaseDueListener(
  database: Database,
  { leaseMs }: { leaseMs: number },
): Promise<ListenerLease | undefined> {
  return lease(
    database,
    sql`(org_id, listener_id) = (
      select org_id, listener_id from listener_schedules
      where not is_paused and due_at <= now() and (leased_until is null or leased_until <= now())
      order by due_at limit 1 for update skip locked
    )`,
    leaseMs,
  )
}

/** Leases one listener, whether or not it is due or paused; undefined while another process runs it. */
export async function leaseListener(
  database: Database,
  { orgId, listenerId, leaseMs }: ListenerReference & { leaseMs: number },
): Promise<ListenerLease | undefined> {
  return lease(
    database,
    sql`org_id = ${orgId} and listener_id = ${listenerId} and (leased_until is null or leased_until <= now())`,
    leaseMs,
  )
}

/** Returns what a lease says without taking it; undefined for a listener that was not made here. */
export async function peekListener(
  database: Database,
  { orgId, listenerId }: ListenerReference,
): Promise<Omit<ListenerLease, 'token' | 'dueAt' | 'deadly'> | undefined> {
  const { rows } = await sql<Omit<ListenerLease, 'token' | 'dueAt' | 'deadly'>>`
    select ${leaseColumns} from listener_schedules
    where org_id = ${orgId} and listener_id = ${listenerId}`.execute(database)
  return rows[0]
}

/** Returns false if another process has the lease, or the listener is deleted: then the run must end. */
export async function renewListenerLease(
  database: Database,
  { orgId, listenerId, token, leaseMs }: ListenerReference & { token: string; leaseMs: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update listener_schedules set leased_until = now() + make_interval(secs => ${leaseMs / 1000})
    where org_id = ${orgId} and listener_id = ${listenerId} and lease_token = ${token}::uuid`.execute(
    database,
  )
  return numAffectedRows === 1n
}

/**
 * Records which page a run reads and judges from here on: if its process dies, the next lease counts that. Null takes the
 * count of deaths back. Returns false if another process has the lease.
 */
export async function markPage(
  database: Database,
  { orgId, listenerId, token, page }: ListenerReference & { token: string; page: string | null },
): Promise<boolean> {
  const changes =
    page === null
      ? sql`page = null, page_since = null, deadly_page = null, deaths = 0`
      : sql`page = ${page}, page_since = now()`
  const { numAffectedRows } = await sql`
    update listener_schedules set ${changes}
    where org_id = ${orgId} and listener_id = ${listenerId} and lease_token = ${token}::uuid`.execute(
    database,
  )
  return numAffectedRows === 1n
}

/**
 * Records how a run ended and releases the lease; does nothing if another process has the lease. A listener that was
 * edited or resumed meanwhile stays due: the run knew nothing of that.
 */
export async function finishRun(
  database: Database,
  {
    orgId,
    listenerId,
    token,
    dueAt,
    outcome,
  }: ListenerReference & Pick<ListenerLease, 'token' | 'dueAt'> & { outcome: RunOutcome },
): Promise<void> {
  await sql`
    update listener_schedules
    set lease_token = null, leased_until = null, page = null, page_since = null,
      due_at = case when due_at = ${dueAt}::timestamptz
        then now() + make_interval(secs => ${outcome.dueInMs / 1000}) else due_at end,
      ${changesOf(outcome)}
    where org_id = ${orgId} and listener_id = ${listenerId} and lease_token = ${token}::uuid`.execute(
    database,
  )
}

const leaseColumns = sql`
  org_id as "orgId", listener_id as "listenerId", source_id as "sourceId", settings, seed, failures, history`

/**
 * A page that was marked and neither kept nor given back is one in which the last process died. Leases are renewed sooner
 * than at half their time, so with a younger page its process may still live.
 */
async function lease(
  database: Database,
  condition: RawBuilder<unknown>,
  leaseMs: number,
): Promise<ListenerLease | undefined> {
  const hasDied = sql`coalesce(page_since <= now() - make_interval(secs => ${leaseMs / 2_000}), false)`
  const { rows } = await sql<Omit<ListenerLease, 'deadly'> & { page: string | null; deaths: number }>`
    update listener_schedules
    set lease_token = gen_random_uuid(), leased_until = now() + make_interval(secs => ${leaseMs / 1000}),
      deaths = case when ${hasDied} then case when page = deadly_page then deaths + 1 else 1 end else deaths end,
      deadly_page = case when ${hasDied} then page else deadly_page end, page = null, page_since = null
    where ${condition}
    returning ${leaseColumns}, lease_token as token, due_at::text as "dueAt", deadly_page as page, deaths`.execute(
    database,
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { page, deaths, ...leased } = row
  return { ...leased, deadly: page === null ? undefined : { page, deaths } }
}

function changesOf(outcome: RunOutcome): RawBuilder<unknown> {
  switch (outcome.result) {
    case 'ran':
      return sql`
        last_run_at = now(), failures = 0, failing_since = null, is_refused = false,
        last_error = ${outcome.error}`
    case 'failed':
      return sql`
        last_run_at = now(), failures = failures + 1, failing_since = coalesce(failing_since, now()),
        is_refused = ${outcome.isRefused}, last_error = ${outcome.error}`
    case 'interrupted':
      return sql`last_error = last_error`
  }
}
