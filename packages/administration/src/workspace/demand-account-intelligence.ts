import type { Database } from '@signalpost/database'
import { findWorkspace } from '@signalpost/database/access'
import { RejectedError } from '@signalpost/domain'

/** Throws RejectedError `forbidden` where the workspace's plan has no accounts. */
export async function demandAccountIntelligence(database: Database, orgId: string): Promise<void> {
  const workspace = await findWorkspace(database, orgId)
  if (workspace?.accountIntelligence === true) return
  throw new RejectedError('forbidden', `The plan ${workspace?.plan} does not include account intelligence.`)
}
