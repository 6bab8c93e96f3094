import { performAct } from '@signalpost/administration'
import { rotateChannelAct } from '@signalpost/administration/channel'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { secretMembers } from './channel-members.ts'

const daySeconds = 86_400

export const rotateChannel = defineRoute({
  operationId: 'rotateChannel',
  method: 'post',
  path: '/console/api/w/{orgId}/channels/{id}/rotate',
  role: 'admin',
  summary: 'Give a channel new secrets',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(365 * daySeconds)
      .default(daySeconds)
      .meta({ description: 'How long the previous secrets stay valid. 0 ends them at once.' }),
    secrets: secretMembers
      .default({})
      .meta({ description: 'Without any, one is generated if the kind can.' }),
  }),
  success: {
    status: 200,
    description: 'When the previous secrets end, and a generated secret, which is shown this once.',
    schema: z.object({
      channelId: z.string(),
      secret: z.string().nullable(),
      previousValidUntil: z.iso.datetime(),
    }),
  },
  errors: ['not_found', 'login_required'],
  handle: async (
    services,
    { caller, params: { orgId, id: channelId }, body: { overlapSeconds, secrets } },
  ) => {
    const input = { orgId, channelId, secrets, overlapMs: overlapSeconds * 1_000 }
    const { secret, previousValidUntil } = await performAct(services, {
      caller,
      act: rotateChannelAct,
      input,
    })
    const isGenerated = secret !== undefined && !Object.values(secrets).includes(secret)
    return {
      channelId,
      secret: isGenerated ? secret : null,
      previousValidUntil: previousValidUntil.toISOString(),
    }
  },
})
