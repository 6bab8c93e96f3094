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
