import { getChannel, liftSuppression } from '@signalpost/database/rules'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'
import { channelTarget } from './audited-channel.ts'

const input = z.strictObject({
  channelId: z.string(),
  orgId: orgIdSchema.optional(),
  address: z.string().min(1).max(320),
})

/**
 * Sends to an address again that unsubscribed from a channel or was refused. Throws RejectedError `not_found` for a
 * channel that does not exist, or does not suppress the address.
 */
export const liftSuppressionAct = defineAct({
  name: 'channel.lift',
  demands: 'admin',
  input,
  run: async ({ transaction, input: { address, ...reference } }) => {
    const channel = await getChannel(transaction, reference)
    const { channelId, orgId } = channel
    const lifted = await liftSuppression(transaction, { channelId, orgId, address })
    if (lifted === undefined) {
      throw new RejectedError('not_found', 'The channel does not suppress this address.')
    }
    const { reason } = lifted
    const before = { suppressed: { address: lifted.address, reason } }
    return { result: lifted, change: { ...channelTarget(channel), before, after: {} } }
  },
})
