import { replayMessage } from '@signalpost/database/dispatches'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'

const input = z.strictObject({ messageId: z.string(), orgId: orgIdSchema.optional() })

/**
 * Sends a message again, once, whether or not it arrived. Throws RejectedError `not_found`, or `conflict` for one that is
 * still to be sent or can no longer be.
 */
export const replayMessageAct = defineAct({
  name: 'message.replay',
  demands: 'member',
  input,
  run: async ({ transaction, services, input: reference }) => {
    const { messageId, orgId, channelId, status } = await replayMessage(transaction, {
      ...reference,
      nowMs: services.nowMs(),
    })
    const target = { type: 'message', id: messageId }
    return {
      result: { messageId, channelId, status: 'pending' as const },
      change: { orgId, target, before: { channelId, status }, after: { channelId, status: 'pending' } },
    }
  },
})
