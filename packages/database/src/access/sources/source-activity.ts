import { dayMs } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'

/** Why and when a request to a known source was refused; never what it contained. */
export type Rejection = {
  at: Date
  reason: string
  bytes: number
  address: string
  /** What explains it; null where nothing looked. */
  finding: string | null
  detail: string | null
}

/** How often a secret verified a request within the five minutes from `step` on. */
export type SecretUse = { secretId: string; step: Date; uses: number; lastAt: Date }

/** How many requests a source refused within the five minutes from `step` on. */
export type RefusalCount = { sourceId: string; step: Date; refusals: number }

const keptRejections = 1000
/** Counts of uses and refusals are kept for this long. */
const keptDays = 8

/** Records when sources and secrets were last used, and how often. An earlier moment never replaces a later one. */
export async function recordSourceActivity(
  database: Database,
  { deliveries, secrets }: { deliveries: { sourceId: string; at: Date }[]; secrets: SecretUse[] },
): Promise<void> {
  if (deliveries.length > 0) {
    await sql`
      insert into source_activity as known (source_id, last_delivery_at)
      select source_id, max(at)
      from unnest(${deliveries.map((delivery) => delivery.sourceId)}::text[],
                  ${deliveries.map((delivery) => delivery.at)}::timestamptz[]) as d (source_id, at)
      group by source_id order by source_id
      on conflict (source_id)
      do update set last_delivery_at = greatest(known.last_delivery_at, excluded.last_delivery_at)`.execute(
      database,
    )
  }
  if (secrets.length > 0) {
    await sql`
      with used as (
        select * from unnest(
          ${secrets.map(({ secretId }) => secretId)}::bigint[],
          ${secrets.map(({ step }) => step)}::timestamptz[],
          ${secrets.map(({ uses }) => uses)}::bigint[],
          ${secrets.map(({ lastAt }) => lastAt)}::timestamptz[]
        ) as u (secret_id, step, uses, last_at)
      ),
      counted as (
        insert into source_secret_uses as known (secret_id, step, uses)
        select secret_id, step, sum(uses) from used group by secret_id, step order by secret_id, step
        on conflict (secret_id, step) do update set uses = known.uses + excluded.uses
      )
      insert into source_secret_activity as known (secret_id, last_used_at)
      select secret_id, max(last_at) from used group by secret_id order by secret_id
      on conflict (secret_id)
      do update set last_used_at = greatest(known.last_used_at, excluded.last_used_at)`.execute(database)
  }
}

/**
 * Adds to the rejection logs of sources, each of which keeps its last 1,000, and counts all that were refused. One
 * statement.
 */
export async function recordRejections(
  database: Database,
  rejections: (Rejection & { sourceId: string })[],
  refusals: RefusalCount[] = [],
): Promise<void> {
  if (rejections.length === 0 && refusals.length === 0) return
  await sql`
    with counted as (
      insert into source_refusals as known (source_id, step, refusals)
      select source_id, step, sum(refusals)
      from unnest(
        ${refusals.map(({ sourceId }) => sourceId)}::text[],
        ${refusals.map(({ step }) => step)}::timestamptz[],
        ${refusals.map((refused) => refused.refusals)}::bigint[]
      ) as r (source_id, step, refusals)
      group by source_id, step order by source_id, step
      on conflict (source_id, step) do update set refusals = known.refusals + excluded.refusals
    ),
    incoming as (
      select *, row_number() over (partition by source_id order by position desc) as newness
      from unnest(
        ${rejections.map((rejection) => rejection.sourceId)}::text[],
        ${rejections.map((rejection) => rejection.at)}::timestamptz[],
        ${rejections.map((rejection) => rejection.reason)}::text[],
        ${rejections.map((rejection) => rejection.bytes)}::integer[],
        ${rejections.map((rejection) => rejection.address)}::text[],
        ${rejections.map((rejection) => rejection.finding)}::text[],
        ${rejections.map((rejection) => rejection.detail)}::text[]
      ) with ordinality as r (source_id, at, reason, bytes, address, finding, detail, position)
    ),
    added as (
      insert into source_rejections (source_id, at, reason, bytes, address, finding, detail)
      select source_id, at, reason, bytes, address, finding, detail from incoming where newness <= ${keptRejections}
      order by position
    )
    -- The rows added here are not seen by the rest of the statement: room is made for them among the others.
    delete from source_rejections old
    using (select source_id, least(count(*), ${keptRejections}) as added from incoming group by source_id) i
    where old.source_id = i.source_id and old.rejection_id <= (
      select rejection_id from source_rejections kept where kept.source_id = i.source_id
      order by rejection_id desc offset ${keptRejections} - i.added limit 1
    )`.execute(database)
}

/** Returns the rejection log of a source, the newest first. */
export async function listRejections(database: Database, sourceId: string): Promise<Rejection[]> {
  // An explained refusal is recorded a moment later than one that nothing examined.
  const { rows } = await sql<Rejection>`
    select at, reason, bytes, address, finding, detail from source_rejections where source_id = ${sourceId}
    order by at desc, rejection_id desc limit ${keptRejections}`.execute(database)
  return rows
}

/** Refused requests that have one explanation. Moments and addresses are of those that the logs keep. */
export type RejectionGroup = Pick<Rejection, 'reason' | 'finding' | 'detail'> & {
  sourceId: string
  count: number
  firstAt: Date
  lastAt: Date
  /** Five of them at most, the most frequent first. */
  addresses: string[]
  addressCount: number
  /** Of all requests to the source in the last 24 hours, from 0 to 1. */
  share: number
}

/** Groups the refused requests that the logs of a workspace keep by what explains them, the last refused first. */
export async function groupRejections(
  database: Database,
  { orgId, sourceId, nowMs }: { orgId: string; sourceId?: string | undefined; nowMs: number },
): Promise<RejectionGroup[]> {
  const since = new Date(nowMs - dayMs)
  const { rows } = await sql<RejectionGroup>`
    with logged as (
      select s.source_id, r.reason, r.finding, r.detail, r.at, r.address
      from sources s join source_rejections r on r.source_id = s.source_id
      where s.org_id = ${orgId} and (${sourceId ?? null}::text is null or s.source_id = ${sourceId ?? null})
    ),
    addresses as (
      select source_id, reason, finding, detail, address, count(*) as count, min(at) as first_at, max(at) as last_at,
             count(*) filter (where at > ${since}) as count_of_day
      from logged group by 1, 2, 3, 4, 5
    ),
    groups as (
      select source_id, reason, finding, detail, sum(count) as count, min(first_at) as first_at,
             max(last_at) as last_at, sum(count_of_day) as count_of_day, count(*) as address_count,
             (array_agg(address order by count desc, address))[1:5] as addresses
      from addresses group by 1, 2, 3, 4
    ),
    requests as (
      select source_id, coalesce(refused.count, 0) as refused, coalesce(verified.count, 0) as verified
      from (select distinct source_id from logged) s
      left join lateral (
        select sum(refusals) as count from source_refusals f where f.source_id = s.source_id and step > ${since}
      ) refused on true
      left join lateral (
        select sum(uses) as count from source_secrets c join source_secret_uses u using (secret_id)
        where c.source_id = s.source_id and step > ${since}
      ) verified on true
    )
    select source_id as "sourceId", reason, finding, detail, count::float8, first_at as "firstAt", last_at as "lastAt",
           addresses, address_count::float8 as "addressCount",
           -- The log may keep fewer than were refused: each group gets its share of them.
           coalesce(count_of_day / nullif(sum(count_of_day) over (partition by source_id), 0)
             * refused / nullif(refused + verified, 0), 0)::float8 as share
    from groups join requests using (source_id)
    order by last_at desc, count desc limit 200`.execute(database)
  return rows
}

/** Returns the refused requests of a workspace, or of one of its sources, the newest first. */
export async function listWorkspaceRejections(
  database: Database,
  { orgId, sourceId, limit }: { orgId: string; sourceId?: string | undefined; limit: number },
): Promise<(Rejection & { sourceId: string })[]> {
  const { rows } = await sql<Rejection & { sourceId: string }>`
    select s.source_id as "sourceId", r.at, r.reason, r.bytes, r.address, r.finding, r.detail from sources s
    cross join lateral (
      select rejection_id, at, reason, bytes, address, finding, detail from source_rejections r
      where r.source_id = s.source_id order by rejection_id desc limit ${limit}
    ) r
    where s.org_id = ${orgId} and (${sourceId ?? null}::text is null or s.source_id = ${sourceId ?? null})
    order by at desc, rejection_id desc limit ${limit}`.execute(database)
  return rows
}

/** Removes counts of uses and refusals that are older than 8 days. Returns how many rows there were. */
export async function pruneSourceCounts(database: Database): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with uses as (
      delete from source_secret_uses where step < now() - make_interval(days => ${keptDays}) returning 1
    ),
    refusals as (
      delete from source_refusals where step < now() - make_interval(days => ${keptDays}) returning 1
    )
    select ((select count(*) from uses) + (select count(*) from refusals))::int as removed`.execute(database)
  return rows[0]?.removed ?? 0
}
