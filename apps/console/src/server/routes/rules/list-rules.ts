import { listRules as queryRules } from '@signalpost/database/rules'
import { pageOf } from '@signalpost/rest'
import { defineRoute } from '../../http/define-route.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'
import { describeRule, ruleSchema } from './rule-schema.ts'

export const listRules = defineRoute({
  operationId: 'listRules',
  method: 'get',
  path: '/console/api/w/{orgId}/rules',
  role: 'viewer',
  summary: 'List the rules of a workspace in the order of evaluation',
  params: workspaceParams,
  query: noQuery,
  success: { status: 200, description: 'All of them.', schema: pageOf(ruleSchema) },
  errors: [],
  handle: async ({ database }, { params: { orgId } }) => {
    const rules = await queryRules(database, orgId)
    return { items: rules.map(describeRule), nextCursor: null }
  },
})
