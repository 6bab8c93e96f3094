import { performAct } from '@signalpost/administration'
import { createSourceAct } from '@signalpost/administration/source'
import { nameSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'
import { describeSource, sourceSchema } from './source-schema.ts'

export const createSource = defineRoute({
  operationId: 'createSource',
  method: 'post',
  path: '/console/api/w/{orgId}/sources',
  role: 'admin',
  summary: 'Register a sender',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject({
    name: nameSchema,
    scheme: z.string().max(100).default('service-v1'),
    settings: z.record(z.string(), z.string()).default({}),
    toleranceSeconds: z.int().min(1).max(3_600).optional(),
    ratePerMinute: z.int().min(1).max(1_000_000_000).nullable().default(null),
    secret: z.string().max(500).optional().meta({ description: "The sender's own; else one is generated." }),
  }),
  success: {
    status: 201,
    description: 'The source and its secret, which is shown this once.',
    schema: sourceSchema.extend({ secret: z.string() }),
  },
  errors: ['login_required'],
  handle: async (services, { caller, params: { orgId }, body }) => {
    // The cast: the act refuses a scheme that it does not know, and names those that it does.
    const scheme = body.scheme as z.input<typeof createSourceAct.input>['scheme']
    const input = { ...body, orgId, scheme }
    const { secret, ...source } = await performAct(services, { caller, act: createSourceAct, input })
    return { ...describeSource(source, services.intakeUrl), secret }
  },
})
