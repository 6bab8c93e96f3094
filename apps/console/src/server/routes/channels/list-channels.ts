import { channelSchema, describeChannel } from '@signalpost/administration/channel'
import { listChannelQueues } from '@signalpost/database/dispatches'
import { listChannels as queryChannels } from '@signalpost/database/rules'
import { cutPage, pageOf, shortPageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { workspaceParams } from '../workspace-params.ts'

export const listChannels = defineRoute({
  operationId: 'listChannels',
  method: 'get',
  path: '/console/api/w/{orgId}/channels',
  role: 'viewer',
  summary: 'List the channels of a workspace and what waits for each, the oldest first',
  params: workspaceParams,
  query: z.object(shortPageQuery),
  success: { status: 200, description: 'All of them.', schema: pageOf(channelSchema) },
  errors: [],
  handle: async ({ database, nowMs, cursors }, { params: { orgId }, query }) => {
    const channels = await queryChannels(database, orgId)
    const queues = await listChannelQueues(database, { orgId, nowMs: nowMs() })
    const items = channels.map((channel) => describeChannel(channel, queues.get(channel.channelId)))
    return cutPage(items, {
      ...{ query, cursors, idOf: ({ channelId }) => channelId },
      scope: { route: 'listChannels', orgId: orgId, filters: {} },
    })
  },
})
