import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { SourceReference } from './sources.ts'

/** How many requests a secret verified within the hour from `hour` on. */
export type SecretHour = { secretId: string; hour: Date; uses: number }

/** Returns how often each secret of a source verified a request, by hour, in the last 48 hours. */
export async function listSecretHours(
  database: Database,
  { sourceId, orgId }: SourceReference,
): Promise<SecretHour[]> {
  const { rows } = await sql<SecretHour>`
    select secret_id as "secretId", date_trunc('hour', step, 'UTC') as hour, sum(uses)::float8 as uses
    from source_secret_uses u join source_secrets c using (secret_id) join sources s using (source_id)
    where s.source_id = ${sourceId} and (${orgId ?? null}::text is null or s.org_id = ${orgId ?? null})
      and step >= date_trunc('hour', now() - interval '47 hours', 'UTC')
    group by 1, 2 order by 2, 1`.execute(database)
  return rows
}
