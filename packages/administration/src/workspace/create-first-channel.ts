import { firstChannel } from '@signalpost/channels'
import type { DatabaseTransaction } from '@signalpost/database'
import { createChannel } from '@signalpost/database/rules'
import type { ActServices } from '../define-act.ts'

/** Creates the channel that every workspace has from its first day, so that its first rule has somewhere to send. */
export async function createFirstChannel(
  transaction: DatabaseTransaction,
  { secretBox, cell }: Pick<ActServices, 'secretBox' | 'cell'>,
  orgId: string,
): Promise<void> {
  await createChannel(transaction, secretBox, { ...firstChannel, orgId, secrets: undefined, cell })
}
