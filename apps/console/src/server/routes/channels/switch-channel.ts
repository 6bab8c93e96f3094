import { performAct } from '@signalpost/administration'
import { disableChannelAct, enableChannelAct } from '@signalpost/administration/channel'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { channelSchema, describeChannel } from './channel-schema.ts'

export const switchChannel = defineRoute({
  operationId: 'switchChannel',
  method: 'post',
  path: '/console/api/w/{orgId}/channels/{id}/switch',
  role: 'admin',
  summary: 'Enable or disable a channel',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({ enabled: z.boolean() }),
  success: { status: 200, description: 'The channel.', schema: channelSchema },
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId, id: channelId }, body: { enabled } }) => {
    const act = enabled ? enableChannelAct : disableChannelAct
    return describeChannel(await performAct(services, { caller, act, input: { orgId, channelId } }))
  },
})
