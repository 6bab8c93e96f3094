import { performAct } from '@signalpost/administration'
import { createSilenceAct, endSilenceAct } from '@signalpost/administration/silence'
import { freeText, instantSchema, silenceConditionsSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams, workspaceParams } from '../workspace-params.ts'
import { describeSilence, silenceSchema } from './silence-schema.ts'

export const createSilence = defineRoute({
  operationId: 'createSilence',
  method: 'post',
  path: '/console/api/w/{orgId}/silences',
  role: 'member',
  summary: 'Mute alerts until a moment; a member for up to 24 h',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject({
    conditions: silenceConditionsSchema.default({}),
    reason: freeText({ min: 1, max: 500 }).nullable().default(null),
    until: instantSchema,
  }),
  success: { status: 201, description: 'The silence. Workers follow within 5 s.', schema: silenceSchema },
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId }, body: { until, ...body } }) => {
    const input = { ...body, orgId, until: new Date(until) }
    const silence = await performAct(services, { caller, act: createSilenceAct, input })
    return describeSilence(silence, services.nowMs())
  },
})

export const endSilence = defineRoute({
  operationId: 'endSilence',
  method: 'post',
  path: '/console/api/w/{orgId}/silences/{id}/end',
  role: 'member',
  summary: 'End a silence now; a member their own',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({}),
  success: { status: 200, description: 'The silence.', schema: silenceSchema },
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId, id: silenceId } }) => {
    const silence = await performAct(services, { caller, act: endSilenceAct, input: { orgId, silenceId } })
    return describeSilence(silence, services.nowMs())
  },
})
