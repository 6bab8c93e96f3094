import { performAct } from '@signalpost/administration'
import {
  createRuleAct,
  deleteRuleAct,
  disableRuleAct,
  editRuleAct,
  enableRuleAct,
  moveRuleAct,
} from '@signalpost/administration/rule'
import { nameSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams, workspaceParams } from '../workspace-params.ts'
import { describeRule, givenDefinition, ruleSchema } from './rule-schema.ts'

const position = z
  .int()
  .min(1)
  .max(1_000_000)
  .optional()
  .meta({ description: 'Its place in the order of evaluation, from 1.' })

const success = { status: 200, description: 'The rule.', schema: ruleSchema }

export const createRule = defineRoute({
  operationId: 'createRule',
  method: 'post',
  path: '/console/api/w/{orgId}/rules',
  role: 'admin',
  summary: 'Create a rule',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject({ name: nameSchema, definition: givenDefinition, position }),
  success: { ...success, status: 201 },
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId }, body }) =>
    describeRule(await performAct(services, { caller, act: createRuleAct, input: { ...body, orgId } })),
})

export const editRule = defineRoute({
  operationId: 'editRule',
  method: 'patch',
  path: '/console/api/w/{orgId}/rules/{id}',
  role: 'admin',
  summary: 'Change a rule',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({ name: nameSchema.optional(), definition: givenDefinition.optional(), position }),
  success,
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId, id: ruleId }, body }) => {
    const input = { orgId, ruleId, ...body }
    return describeRule(await performAct(services, { caller, act: editRuleAct, input }))
  },
})

export const switchRule = defineRoute({
  operationId: 'switchRule',
  method: 'post',
  path: '/console/api/w/{orgId}/rules/{id}/switch',
  role: 'admin',
  summary: 'Enable or disable a rule',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({ enabled: z.boolean() }),
  success,
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId, id: ruleId }, body: { enabled } }) => {
    const act = enabled ? enableRuleAct : disableRuleAct
    return describeRule(await performAct(services, { caller, act, input: { orgId, ruleId } }))
  },
})

export const moveRule = defineRoute({
  operationId: 'moveRule',
  method: 'post',
  path: '/console/api/w/{orgId}/rules/{id}/move',
  role: 'admin',
  summary: 'Move a rule one place in the order of evaluation',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({ direction: z.enum(['up', 'down']) }),
  success,
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId, id: ruleId }, body: { direction } }) => {
    const input = { orgId, ruleId, direction }
    return describeRule(await performAct(services, { caller, act: moveRuleAct, input }))
  },
})

export const deleteRule = defineRoute({
  operationId: 'deleteRule',
  method: 'delete',
  path: '/console/api/w/{orgId}/rules/{id}',
  role: 'admin',
  summary: 'Delete a rule; its alerts stay',
  params: recordParams,
  query: noQuery,
  success,
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId, id: ruleId } }) =>
    describeRule(await performAct(services, { caller, act: deleteRuleAct, input: { orgId, ruleId } })),
})
