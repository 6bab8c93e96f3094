import { RejectedError } from '@signalpost/domain'
import type { Database, DatabaseTransaction } from '../database.ts'
import type { Row } from '../tables.ts'

type Policy = Row<'workspaces'>['assistant_policy']

/** Returns what a workspace lets its assistants do. Throws RejectedError `not_found`. */
export async function getAssistantPolicy(database: Database, { orgId }: { orgId: string }): Promise<Policy> {
  const row = await database
    .selectFrom('workspaces')
    .select('assistant_policy as policy')
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  if (row === undefined) throw new RejectedError('not_found', 'There is no such workspace.')
  return row.policy
}

export async function setAssistantPolicy(
  transaction: DatabaseTransaction,
  { orgId, policy }: { orgId: string; policy: Policy },
): Promise<void> {
  await transaction
    .updateTable('workspaces')
    .set({ assistant_policy: policy })
    .where('org_id', '=', orgId)
    .execute()
}
