import { RejectedError } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { SourceReference } from './sources.ts'

/** A secret of a source without its text, and how many of the source's verified requests it signed. */
export type SourceSecret = {
  secretId: string
  createdAt: Date
  /** When it ends or ended; null while no end is set. */
  endsAt: Date | null
  lastUsedAt: Date | null
  usesOfHour: number
  usesOfDay: number
}

/** Returns the secrets of a source by the database's clock, the newest first, and that clock's time; none for an unknown source. */
export async function listSourceSecrets(
  database: Database,
  { sourceId, orgId }: SourceReference,
): Promise<{ secrets: SourceSecret[]; now: Date }> {
  const { rows } = await sql<SourceSecret & { now: Date }>`
    select c.secret_id as "secretId", c.created_at as "createdAt", valid_until as "endsAt",
      last_used_at as "lastUsedAt", coalesce(counted.hour, 0)::float8 as "usesOfHour",
      coalesce(counted.day, 0)::float8 as "usesOfDay", now() as now
    from source_secrets c
    join sources s on s.source_id = c.source_id
    left join source_secret_activity a on a.secret_id = c.secret_id
    left join lateral (
      select sum(uses) filter (where step > now() - interval '1 hour') as hour, sum(uses) as day
      from source_secret_uses u where u.secret_id = c.secret_id and step > now() - interval '24 hours'
    ) counted on true
    where s.source_id = ${sourceId} and (${orgId ?? null}::text is null or s.org_id = ${orgId ?? null})
    order by c.secret_id desc`.execute(database)
  const secrets = rows.map(({ secretId, createdAt, endsAt, lastUsedAt, usesOfHour, usesOfDay }) => ({
    ...{ secretId, createdAt, endsAt, lastUsedAt },
    ...{ usesOfHour, usesOfDay },
  }))
  return { secrets, now: rows[0]?.now ?? new Date(0) }
}

/**
 * Sets when a secret ends; at once without `at`. Returns the moment, by the database's clock.
 * Throws RejectedError `not_found`.
 */
export async function endSourceSecret(
  database: Database,
  { sourceId, orgId, secretId, at }: SourceReference & { secretId: string; at?: Date | undefined },
): Promise<{ endsAt: Date }> {
  const { rows } = await sql<{ endsAt: Date }>`
    update source_secrets c set valid_until = coalesce(${at ?? null}::timestamptz, now())
    from sources s
    where s.source_id = c.source_id and s.source_id = ${sourceId} and c.secret_id::text = ${secretId}
      and (${orgId ?? null}::text is null or s.org_id = ${orgId ?? null})
    returning valid_until as "endsAt"`.execute(database)
  const [ended] = rows
  if (ended === undefined) throw new RejectedError('not_found', 'There is no such secret of this source.')
  return ended
}
