import type { Database } from '@signalpost/database'
import { findListener } from '@signalpost/database/records'
import { RejectedError } from '@signalpost/domain'

/** Throws RejectedError `not_found` for a listener that the workspace does not have. */
export async function checkListener(
  database: Database,
  reference: { orgId: string; listenerId: string },
): Promise<void> {
  if ((await findListener(database, reference)) !== undefined) return
  throw new RejectedError('not_found', 'There is no such listener.')
}
