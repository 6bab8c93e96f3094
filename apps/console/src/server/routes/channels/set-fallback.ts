import { performAct } from '@signalpost/administration'
import { setFallbackChannelAct } from '@signalpost/administration/workspace'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'

export const setFallback = defineRoute({
  operationId: 'setFallback',
  method: 'post',
  path: '/console/api/w/{orgId}/fallback-channel',
  role: 'admin',
  summary: 'Choose the channel through which troubles are reported',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject({
    channelId: z.string().max(200).nullable().meta({ description: 'Null: by mail to the admins.' }),
  }),
  success: {
    status: 200,
    description: 'The channel.',
    schema: z.object({ channelId: z.string().nullable() }),
  },
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId }, body: { channelId } }) => {
    const input = { orgId, channelId }
    const workspace = await performAct(services, { caller, act: setFallbackChannelAct, input })
    return { channelId: workspace.fallbackChannelId }
  },
})
