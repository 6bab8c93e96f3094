import type { Kysely } from 'kysely'
import { buildIndex } from '../schema/build-index.ts'

/** A step of an escalation is sent at most once for a signal, whatever channel an edit gives it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await buildIndex(database, {
    name: 'dispatches_by_step',
    table: 'dispatches',
    definition: '(org_id, escalation_id, signal_id, round, step) where escalation_id is not null',
    isUnique: true,
  })
}
