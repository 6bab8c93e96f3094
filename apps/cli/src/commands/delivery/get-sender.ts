import type { Database } from '@signalpost/database'
import { getSource } from '@signalpost/database/access'
import { getChannel } from '@signalpost/database/rules'

/**
 * Returns the sender of deliveries: a source, or a channel whose buttons people press. Throws RejectedError
 * `not_found`.
 */
export async function getSender(
  database: Database,
  { senderId, orgId }: { senderId: string; orgId: string | undefined },
): Promise<{ orgId: string }> {
  return senderId.startsWith('chn_')
    ? getChannel(database, { channelId: senderId, orgId })
    : getSource(database, { sourceId: senderId, orgId })
}
