import type { Kysely } from 'kysely'
import { buildIndex } from '../schema/build-index.ts'

/** The few deliveries with an error, by its code, which would be looked for among all that are dead or ignored. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await buildIndex(database, {
    name: 'deliveries_by_error',
    table: 'deliveries',
    definition: `(
        org_id,
        (case status
          when 'dead' then case when issues is null then 'failed' else 'invalid_data' end
          when 'queued' then 'retrying'
          else case error when 'erased' then 'erased' else 'discarded' end
        end),
        delivery_id
      ) where status = 'dead' or (status = 'queued' and attempts > 0)
        or (status = 'ignored' and error in ('discarded by an operator', 'erased'))`,
  })
}
