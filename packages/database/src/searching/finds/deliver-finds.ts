import { sql } from 'kysely'
import type { Database } from '../../database.ts'

/** Finds of one source whose events one process delivers: those that wait, and what changed of those that were delivered. */
export type FindClaim = {
  orgId: string
  sourceId: string
  token: string
  /** The oldest first. */
  finds: { listenerId: string; dedupeKey: string; eventId: string; event: string }[]
}

/** After which a change that the intake refuses is sent again. */
const refusedRetryS = 3_600

/** The outcome of a claimed find. One that waits is claimed again after `retryMs`, with the same bytes. */
export type DeliveryOutcome = { listenerId: string; dedupeKey: string } & (
  | { state: 'delivered' }
  | { state: 'refused'; reason: string }
  | { state: 'waiting'; retryMs: number }
)

/**
 * Claims waiting finds of the source whose find waits the longest, up to `limit` and about `maxBytes`; undefined when
 * none waits. A claim that is not settled ends after `claimMs`.
 */
export async function claimFinds(
  database: Database,
  { limit, maxBytes, claimMs }: { limit: number; maxBytes: number; claimMs: number },
): Promise<FindClaim | undefined> {
  const { rows } = await sql<
    FindClaim['finds'][number] & { orgId: string; sourceId: string; token: string; place: number }
  >`
    with first as (
      select org_id, source_id from finds
      where event is not null and (claimed_until is null or claimed_until <= now())
      order by first_seen_at limit 1 for update skip locked
    ), claimable as (
      select f.org_id, f.listener_id, f.dedupe_key, f.first_seen_at, octet_length(f.event) as bytes
      from finds f join first using (org_id, source_id)
      where f.event is not null and (f.claimed_until is null or f.claimed_until <= now())
      order by f.first_seen_at, f.listener_id, f.dedupe_key limit ${limit} for update of f skip locked
    ), claimed as (
      select *, sum(bytes) over (order by first_seen_at, listener_id, dedupe_key) as total,
        row_number() over (order by first_seen_at, listener_id, dedupe_key) as place
      from claimable
    ), token as materialized (select gen_random_uuid() as token)
    update finds f
    set claim_token = token.token, claimed_until = now() + make_interval(secs => ${claimMs / 1000})
    from claimed c, token
    where f.org_id = c.org_id and f.listener_id = c.listener_id and f.dedupe_key = c.dedupe_key
      and (c.place = 1 or c.total <= ${maxBytes})
    returning f.org_id as "orgId", f.source_id as "sourceId", f.claim_token as token,
      f.listener_id as "listenerId", f.dedupe_key as "dedupeKey", f.event_id as "eventId", f.event,
      c.place::float8 as place`.execute(database)
  const [first] = rows
  if (first === undefined) return undefined
  const finds = rows
    .toSorted((one, other) => one.place - other.place)
    .map(({ listenerId, dedupeKey, eventId, event }) => ({ listenerId, dedupeKey, eventId, event }))
  return { orgId: first.orgId, sourceId: first.sourceId, token: first.token, finds }
}

/**
 * Records the outcomes of claimed finds. One that was erased, or that another process claims, stays as it is. What changed
 * of a find that was delivered is sent until it is accepted.
 */
export async function settleFinds(
  database: Database,
  { orgId, token, outcomes }: { orgId: string; token: string; outcomes: readonly DeliveryOutcome[] },
): Promise<void> {
  await sql`
    with outcomes as (
      select f.listener_id, f.dedupe_key, o.state, o.reason, o."retryMs",
        o.state = 'delivered' or (o.state = 'refused' and f.state = 'waiting') as is_settled
      from finds f join jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
        as o("listenerId" text, "dedupeKey" text, state text, reason text, "retryMs" float8)
        on f.listener_id = o."listenerId" and f.dedupe_key = o."dedupeKey"
      where f.org_id = ${orgId} and f.event is not null and f.claim_token = ${token}::uuid
    )
    update finds f
    set state = case when f.state = 'waiting' then o.state else f.state end,
      reason = coalesce(o.reason, f.reason), claim_token = null,
      event = case when not is_settled then f.event end,
      claimed_until = case when not is_settled
        then now() + make_interval(secs => coalesce(o."retryMs" / 1000.0, ${refusedRetryS})) end,
      settled_at = case when is_settled then now() else f.settled_at end
    from outcomes o
    where f.org_id = ${orgId} and f.listener_id = o.listener_id and f.dedupe_key = o.dedupe_key
      and f.event is not null and f.claim_token = ${token}::uuid`.execute(database)
}

/** Returns how many finds wait in all workspaces, and for how long the oldest does. */
export async function measureWaitingFinds(
  database: Database,
): Promise<{ waiting: number; oldestMs: number | null }> {
  const { rows } = await sql<{ waiting: number; oldestMs: number | null }>`
    select count(*)::float8 as waiting,
      (extract(epoch from now() - min(first_seen_at)) * 1000)::float8 as "oldestMs"
    from finds where state = 'waiting'`.execute(database)
  return rows[0] ?? { waiting: 0, oldestMs: null }
}
