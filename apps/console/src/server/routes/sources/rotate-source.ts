import { performAct } from '@signalpost/administration'
import { rotateSourceAct } from '@signalpost/administration/source'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

const hourSeconds = 3_600

export const rotateSource = defineRoute({
  operationId: 'rotateSource',
  method: 'post',
  path: '/console/api/w/{orgId}/sources/{id}/rotate',
  role: 'admin',
  summary: 'Give a source a new secret',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(365 * 24 * hourSeconds)
      .default(24 * hourSeconds)
      .meta({ description: 'How long the previous secret stays valid. 0 ends all others at once.' }),
    secret: z.string().max(500).optional().meta({ description: "The sender's own; else one is generated." }),
  }),
  success: {
    status: 200,
    description: 'The new secret, which is shown this once.',
    schema: z.object({ sourceId: z.string(), secret: z.string(), previousValidUntil: z.iso.datetime() }),
  },
  errors: ['not_found', 'login_required'],
  handle: async (services, { caller, params: { orgId, id }, body: { overlapSeconds, secret } }) => {
    const input = { orgId, sourceId: id, overlapMs: overlapSeconds * 1_000, secret }
    const rotated = await performAct(services, { caller, act: rotateSourceAct, input })
    return { ...rotated, previousValidUntil: rotated.previousValidUntil.toISOString() }
  },
})
