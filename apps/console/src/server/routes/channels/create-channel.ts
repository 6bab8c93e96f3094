import { performAct } from '@signalpost/administration'
import {
  channelMembers,
  channelSchema,
  createChannelAct,
  describeChannel,
  secretMembers,
} from '@signalpost/administration/channel'
import { nameSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'

export const createChannel = defineRoute({
  operationId: 'createChannel',
  method: 'post',
  path: '/console/api/w/{orgId}/channels',
  role: 'admin',
  summary: 'Create a channel',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject({
    name: nameSchema,
    kind: z.string().max(100),
    settings: channelMembers.default({}),
    secrets: secretMembers.default({}),
  }),
  success: {
    status: 201,
    description: 'The channel, and its signing secret if one was generated, which is shown this once.',
    schema: channelSchema.extend({ secret: z.string().nullable() }),
  },
  errors: ['conflict'],
  handle: async (services, { caller, params: { orgId }, body }) => {
    const created = await performAct(services, { caller, act: createChannelAct, input: { ...body, orgId } })
    const isGiven = created.secret !== undefined && Object.values(body.secrets).includes(created.secret)
    return { ...describeChannel(created), secret: isGiven ? null : (created.secret ?? null) }
  },
})
