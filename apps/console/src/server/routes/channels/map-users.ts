import { performAct } from '@signalpost/administration'
import { mapChannelUsersAct } from '@signalpost/administration/channel'
import { idSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

const pair = z.object({ externalUserId: z.string(), userId: z.string() })

export const mapChannelUsers = defineRoute({
  operationId: 'mapChannelUsers',
  method: 'post',
  path: '/console/api/w/{orgId}/channels/{id}/users',
  role: 'admin',
  summary: "Map users of a channel's side to users of the workspace",
  params: recordParams,
  query: noQuery,
  body: z.strictObject({
    users: z
      .array(z.strictObject({ externalUserId: z.string().min(1).max(200), userId: idSchema }))
      .min(1)
      .max(1_000),
  }),
  success: {
    status: 200,
    description: 'All users of the channel.',
    schema: z.object({ items: z.array(pair) }),
  },
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId, id: channelId }, body: { users } }) => {
    const input = { orgId, channelId, users }
    return { items: await performAct(services, { caller, act: mapChannelUsersAct, input }) }
  },
})
