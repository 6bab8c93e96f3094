import { listChannelQueues } from '@signalpost/database/dispatches'
import { getChannel, listChannels, type StoredChannel } from '@signalpost/database/rules'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineDocumentList, defineLookup } from '../define-operation.ts'
import { channelReference, channelSchema, describeChannel } from './channel-document.ts'

export const listChannelsRead = defineDocumentList({
  name: 'channel.list',
  summary: "List a workspace's channels, their state, and what waits for each, oldest first.",
  demands: 'viewer',
  input: z.strictObject({ orgId: orgIdSchema }),
  http: { method: 'get', path: '/channels', errors: [] },
  read: async ({ services: { database, nowMs }, input: { orgId } }) => {
    const queues = await listChannelQueues(database, { orgId, nowMs: nowMs() })
    return (await listChannels(database, orgId)).map(
      (channel): [StoredChannel, Parameters<typeof describeChannel>[1]] => [
        channel,
        queues.get(channel.channelId),
      ],
    )
  },
  idOf: ([{ channelId }]) => channelId,
  output: {
    description: 'All of them.',
    schema: channelSchema,
    of: ([channel, queue]) => describeChannel(channel, queue),
  },
})

/** Throws RejectedError `not_found`. */
export const getChannelLookup = defineLookup({
  demands: 'viewer',
  input: channelReference,
  foundIn: listChannelsRead,
  subject: 'channelId',
  read: async ({ services: { database }, input }): Promise<{ orgId: string; kind: string }> =>
    getChannel(database, input),
})
