import type { Kysely } from 'kysely'
import { buildIndex } from '../schema/build-index.ts'

/** Warehouses find a decision by its key, which is a text, and read all in that order. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await buildIndex(database, {
    name: 'dispatches_by_id',
    table: 'dispatches',
    definition: '(org_id, (decision_number::text collate "C"))',
    isUnique: true,
  })
}
