import { replayMessage } from '@signalpost/database/dispatches'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineOperation } from '../define-operation.ts'

/** Throws RejectedError `not_found`, or `conflict` for one that is still to be sent or can no longer be. */
export const replayMessageAct = defineOperation({
  name: 'message.replay',
  summary: 'Send a message again, with the same ids, whether or not it arrived.',
  demands: 'member',
  input: z.strictObject({ messageId: z.string(), orgId: orgIdSchema.optional() }),
  http: { method: 'post', path: '/messages/{id}/replay', errors: ['not_found', 'conflict'] },
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
  output: {
    description: 'It waits to be sent.',
    schema: z.object({ messageId: z.string(), channelId: z.string(), status: z.literal('pending') }),
    of: (replayed) => replayed,
  },
})
