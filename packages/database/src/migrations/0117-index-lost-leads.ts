import type { Kysely } from 'kysely'
import { buildIndex } from '../schema/build-index.ts'

/** The overview counts the leads of a week that no one took. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await buildIndex(database, {
    name: 'escalation_runs_lost',
    table: 'escalation_runs',
    definition: "(org_id, ended_at) where outcome = 'ended'",
  })
}
