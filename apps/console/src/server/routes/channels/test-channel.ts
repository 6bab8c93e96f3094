import { performAct } from '@signalpost/administration'
import { channelSchema, describeChannel, testChannelAct } from '@signalpost/administration/channel'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

/** What a channel takes for one recipient, and the writes around it. */
const timeoutMs = 35_000

export const testChannel = defineRoute({
  operationId: 'testChannel',
  method: 'post',
  path: '/console/api/w/{orgId}/channels/{id}/test',
  role: 'member',
  summary: 'Send a test message through a channel, even a disabled or paused one',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({
    recipient: z.string().max(320).optional().meta({ description: 'One of its recipients. All without it.' }),
  }),
  timeoutMs,
  success: {
    status: 200,
    description: 'Each attempt, none where every recipient unsubscribed, and the channel after them.',
    schema: z.object({
      attempts: z.array(
        z.object({
          at: z.iso.datetime(),
          recipient: z.string(),
          outcome: z.string(),
          httpStatus: z.int().nullable(),
          code: z.string().nullable(),
          answer: z.string().nullable(),
          durationMs: z.int(),
        }),
      ),
      channel: channelSchema,
    }),
  },
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId, id: channelId }, body }) => {
    const input = { orgId, channelId, ...body }
    const { attempts, channel } = await performAct(services, { caller, act: testChannelAct, input })
    return {
      attempts: attempts.map((attempt) => ({
        at: attempt.at.toISOString(),
        recipient: attempt.recipient,
        outcome: attempt.outcome,
        httpStatus: attempt.httpStatus ?? null,
        code: attempt.code ?? null,
        answer: attempt.answer ?? null,
        durationMs: attempt.durationMs,
      })),
      channel: describeChannel(channel),
    }
  },
})
