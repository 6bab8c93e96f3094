import { performAct } from '@signalpost/administration'
import {
  createEscalationAct,
  editEscalationAct,
  endEscalationAct,
} from '@signalpost/administration/escalation'
import { nameSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams, workspaceParams } from '../workspace-params.ts'
import { describeEscalation, escalationSchema, givenDefinition } from './escalation-schema.ts'

const success = { status: 200, description: 'The escalation.', schema: escalationSchema }

export const createEscalation = defineRoute({
  operationId: 'createEscalation',
  method: 'post',
  path: '/console/api/w/{orgId}/escalations',
  role: 'admin',
  summary: 'Create an escalation for signals that are first stored from now on',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject({ name: nameSchema, definition: givenDefinition }),
  success: { ...success, status: 201 },
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId }, body }) => {
    const input = { ...body, orgId }
    return describeEscalation(await performAct(services, { caller, act: createEscalationAct, input }))
  },
})

export const editEscalation = defineRoute({
  operationId: 'editEscalation',
  method: 'patch',
  path: '/console/api/w/{orgId}/escalations/{id}',
  role: 'admin',
  summary: 'Change an escalation, also for signals that escalate already',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({ name: nameSchema.optional(), definition: givenDefinition.optional() }),
  success,
  errors: ['not_found', 'conflict'],
  handle: async (services, { caller, params: { orgId, id: escalationId }, body }) => {
    const input = { orgId, escalationId, ...body }
    return describeEscalation(await performAct(services, { caller, act: editEscalationAct, input }))
  },
})

export const endEscalation = defineRoute({
  operationId: 'endEscalation',
  method: 'post',
  path: '/console/api/w/{orgId}/escalations/{id}/end',
  role: 'admin',
  summary: 'End an escalation now, for all signals',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({}),
  success,
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId, id: escalationId } }) => {
    const input = { orgId, escalationId }
    return describeEscalation(await performAct(services, { caller, act: endEscalationAct, input }))
  },
})
