import type { Kysely } from 'kysely'
import { buildIndex } from '../schema/build-index.ts'

/**
 * Lists find signals by columns of few values in it where few or none have them. PostgreSQL stores equal keys once, so it
 * has 7 bytes for each signal, and a look at a value that none has reads some pages. With the plain version of scores beside
 * the one that lists compare, it answers such a look without the rows.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await buildIndex(database, {
    ...{ name: 'signals_by_facets', table: 'signals' },
    definition:
      '(org_id, source, classification, urgency, signal_category, (coalesce(score_version, 1::smallint)), score_version) where relevance_score is not null',
  })
}
