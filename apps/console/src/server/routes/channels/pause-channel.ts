import { performAct } from '@signalpost/administration'
import { pauseChannelAct, resumeChannelAct } from '@signalpost/administration/channel'
import { instantSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { channelSchema, describeChannel } from './channel-schema.ts'

export const pauseChannel = defineRoute({
  operationId: 'pauseChannel',
  method: 'post',
  path: '/console/api/w/{orgId}/channels/{id}/pause',
  role: 'admin',
  summary: 'Pause a channel until a moment, or end its pause',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({
    until: instantSchema.nullable().meta({ description: 'Within 30 days. Null ends the pause.' }),
  }),
  success: { status: 200, description: 'The channel.', schema: channelSchema },
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId, id: channelId }, body: { until } }) => {
    const input = { orgId, channelId }
    const channel =
      until === null
        ? await performAct(services, { caller, act: resumeChannelAct, input })
        : await performAct(services, {
            caller,
            act: pauseChannelAct,
            input: { ...input, until: new Date(until) },
          })
    return describeChannel(channel)
  },
})
