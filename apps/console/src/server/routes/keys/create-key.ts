import { performAct } from '@signalpost/administration'
import { createKeyAct } from '@signalpost/administration/key'
import { dayMs, idSchema, instantSchema, msOf, nameSchema, scopes } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'
import { describeKey, keySchema } from './key-schema.ts'

const usualLifeMs = 90 * dayMs

export const createKey = defineRoute({
  operationId: 'createKey',
  method: 'post',
  path: '/console/api/w/{orgId}/keys',
  role: 'admin',
  summary: 'Create an API key',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject({
    name: nameSchema.optional(),
    scopes: z.array(z.enum(scopes)).min(1),
    memberId: idSchema.optional().meta({ description: 'The member as whom the key acts.' }),
    expiresAt: instantSchema
      .nullable()
      .optional()
      .meta({ description: 'Null for a key that never expires. In 90 days by default.' }),
  }),
  success: {
    status: 201,
    description: 'The key and its secret, which is shown this once.',
    schema: keySchema.extend({ apiKey: z.string() }),
  },
  errors: ['login_required'],
  handle: async (services, { caller, params: { orgId }, body: { expiresAt, ...key } }) => {
    const input = {
      ...key,
      orgId,
      expiresAt:
        expiresAt === null
          ? undefined
          : new Date(expiresAt === undefined ? services.nowMs() + usualLifeMs : msOf(expiresAt)),
    }
    const created = await performAct(services, { caller, act: createKeyAct, input })
    return { ...describeKey(created, services.nowMs()), apiKey: created.apiKey }
  },
})
