import type { Database } from '@signalpost/database'
import { getSource } from '@signalpost/database/access'
import { getChannel } from '@signalpost/database/rules'
import { getWorkspace } from '../../parameters/get-workspace.ts'

/** Returns the workspace that filters mean: that of the source where one is given. Throws RejectedError `not_found`. */
export async function getFilteredWorkspace(
  database: Database,
  { source, workspace }: { source: string | undefined; workspace: string | undefined },
): Promise<{ orgId: string }> {
  return source === undefined
    ? getWorkspace(database, workspace)
    : getSender(database, { senderId: source, orgId: workspace })
}

/**
 * Returns the sender of deliveries: a source, or a channel whose buttons people press. Throws RejectedError
 * `not_found`.
 */
async function getSender(
  database: Database,
  { senderId, orgId }: { senderId: string; orgId: string | undefined },
): Promise<{ orgId: string }> {
  return senderId.startsWith('chn_')
    ? getChannel(database, { channelId: senderId, orgId })
    : getSource(database, { sourceId: senderId, orgId })
}
