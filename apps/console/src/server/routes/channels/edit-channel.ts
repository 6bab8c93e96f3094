import { performAct } from '@signalpost/administration'
import { channelSchema, describeChannel, editChannelAct } from '@signalpost/administration/channel'
import { nameSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { channelMembers } from './channel-members.ts'

export const editChannel = defineRoute({
  operationId: 'editChannel',
  method: 'patch',
  path: '/console/api/w/{orgId}/channels/{id}',
  role: 'admin',
  summary: 'Change the name or the settings of a channel',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({
    name: nameSchema.optional(),
    settings: z
      .record(z.string().max(100), channelMembers.valueType.nullable())
      .default({})
      .meta({ description: 'Those that change; null removes one.' }),
    secrets: z.record(z.string().max(100), z.string().nullable()).default({}).meta({
      description: 'Those that are sent, again, if the URL leads to another origin; null removes one.',
    }),
  }),
  success: { status: 200, description: 'The channel.', schema: channelSchema },
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId, id: channelId }, body }) => {
    const input = { orgId, channelId, ...body }
    return describeChannel(await performAct(services, { caller, act: editChannelAct, input }))
  },
})
