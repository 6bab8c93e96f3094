import { listChannelAttempts } from '@signalpost/database/dispatches'
import { getChannel } from '@signalpost/database/rules'
import { pageOf } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

const shownAtMost = 20

export const listAttempts = defineRoute({
  operationId: 'listAttempts',
  method: 'get',
  path: '/console/api/w/{orgId}/channels/{id}/attempts',
  role: 'viewer',
  summary: 'See the last attempts to send through a channel, the newest first',
  params: recordParams,
  query: noQuery,
  success: {
    status: 200,
    description: 'The last 20 attempts of 30 days.',
    schema: pageOf(
      z.object({
        at: z.iso.datetime(),
        messageId: z.string(),
        number: z.int(),
        kind: z.enum(['instant', 'digest', 'event', 'test', 'notice', 'follow_up']),
        recipient: z.string(),
        outcome: z.string(),
        httpStatus: z.int().nullable(),
        code: z.string().nullable(),
        durationMs: z.int().nullable(),
        answer: z.string().nullable().meta({ description: 'The first KiB of what the other side said.' }),
        ruleId: z.string().nullable(),
        signalId: z.string().nullable(),
      }),
    ),
  },
  errors: ['not_found'],
  handle: async ({ database }, { params: { orgId, id: channelId } }) => {
    await getChannel(database, { orgId, channelId })
    const attempts = await listChannelAttempts(database, { orgId, channelId, limit: shownAtMost })
    return {
      items: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: at.toISOString() })),
      nextCursor: null,
    }
  },
})
