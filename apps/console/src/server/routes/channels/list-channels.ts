import { listChannelQueues } from '@signalpost/database/dispatches'
import { listChannels as queryChannels } from '@signalpost/database/rules'
import { pageOf } from '@signalpost/rest'
import { defineRoute } from '../../http/define-route.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'
import { channelSchema, describeChannel } from './channel-schema.ts'

export const listChannels = defineRoute({
  operationId: 'listChannels',
  method: 'get',
  path: '/console/api/w/{orgId}/channels',
  role: 'viewer',
  summary: 'List the channels of a workspace and what waits for each, the oldest first',
  params: workspaceParams,
  query: noQuery,
  success: { status: 200, description: 'All of them.', schema: pageOf(channelSchema) },
  errors: [],
  handle: async ({ database, nowMs }, { params: { orgId } }) => {
    const channels = await queryChannels(database, orgId)
    const queues = await listChannelQueues(database, { orgId, nowMs: nowMs() })
    const items = channels.map((channel) => describeChannel(channel, queues.get(channel.channelId)))
    return { items, nextCursor: null }
  },
})
