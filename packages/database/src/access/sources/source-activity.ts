import { sql } from 'kysely'
import type { Database } from '../../database.ts'

/** Why and when a request to a known source was refused; never what it said. */
export type Rejection = { at: Date; reason: string; bytes: number; address: string }

const keptRejections = 1000

/** Notes when sources and secrets were last used. One statement each; earlier moments never undo later ones. */
export async function recordSourceActivity(
  database: Database,
  {
    deliveries,
    secrets,
  }: { deliveries: { sourceId: string; at: Date }[]; secrets: { secretId: string; at: Date }[] },
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
      insert into source_secret_activity as known (secret_id, last_used_at)
      select secret_id, max(at)
      from unnest(${secrets.map((secret) => secret.secretId)}::bigint[],
                  ${secrets.map((secret) => secret.at)}::timestamptz[]) as s (secret_id, at)
      group by secret_id order by secret_id
      on conflict (secret_id)
      do update set last_used_at = greatest(known.last_used_at, excluded.last_used_at)`.execute(database)
  }
}

/** Adds to the rejection logs of sources, each of which keeps its last 1,000. One statement. */
export async function recordRejections(
  database: Database,
  rejections: (Rejection & { sourceId: string })[],
): Promise<void> {
  if (rejections.length === 0) return
  await sql`
    with incoming as (
      select *, row_number() over (partition by source_id order by position desc) as newness
      from unnest(
        ${rejections.map((rejection) => rejection.sourceId)}::text[],
        ${rejections.map((rejection) => rejection.at)}::timestamptz[],
        ${rejections.map((rejection) => rejection.reason)}::text[],
        ${rejections.map((rejection) => rejection.bytes)}::integer[],
        ${rejections.map((rejection) => rejection.address)}::text[]
      ) with ordinality as r (source_id, at, reason, bytes, address, position)
    ),
    added as (
      insert into source_rejections (source_id, at, reason, bytes, address)
      select source_id, at, reason, bytes, address from incoming where newness <= ${keptRejections}
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

/** The rejection log of a source, the newest first. */
export async function listRejections(database: Database, sourceId: string): Promise<Rejection[]> {
  const { rows } = await sql<Rejection>`
    select at, reason, bytes, address from source_rejections where source_id = ${sourceId}
    order by rejection_id desc limit ${keptRejections}`.execute(database)
  return rows
}
