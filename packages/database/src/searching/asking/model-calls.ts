import { sql } from 'kysely'
import type { ModelKind } from '../../column-types.ts'
import type { Database } from '../../database.ts'

/**
 * Counts one more call of a model for a workspace on this UTC day, in whichever process. Returns false, and counts
 * nothing, once it made `most` calls of the kind.
 */
export async function takeModelCall(
  database: Database,
  { orgId, kind, most }: { orgId: string; kind: ModelKind; most: number },
): Promise<boolean> {
  if (most === 0) return false
  const { numAffectedRows } = await sql`
    insert into model_calls as known (org_id, day, kind, calls)
    values (${orgId}, (now() at time zone 'UTC')::date, ${kind}, 1)
    on conflict on constraint model_calls_pkey
    do update set calls = known.calls + 1 where known.calls < ${most}`.execute(database)
  return numAffectedRows === 1n
}

/** Forgets the counts of past days. */
export async function forgetModelCalls(database: Database): Promise<void> {
  await sql`delete from model_calls where day < (now() at time zone 'UTC')::date - 1`.execute(database)
}
