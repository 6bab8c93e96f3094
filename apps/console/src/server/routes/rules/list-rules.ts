import { listRules as queryRules } from '@signalpost/database/rules'
import { cutPage, pageOf, shortPageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { workspaceParams } from '../workspace-params.ts'
import { describeRule, ruleSchema } from './rule-schema.ts'

export const listRules = defineRoute({
  operationId: 'listRules',
  method: 'get',
  path: '/console/api/w/{orgId}/rules',
  role: 'viewer',
  summary: 'List the rules of a workspace in the order of evaluation',
  params: workspaceParams,
  query: z.object(shortPageQuery),
  success: { status: 200, description: 'All of them.', schema: pageOf(ruleSchema) },
  errors: [],
  handle: async ({ database, cursors }, { params: { orgId }, query }) => {
    const rules = await queryRules(database, orgId)
    const items = rules.map(describeRule)
    return cutPage(items, {
      ...{ query, cursors, idOf: ({ ruleId }) => ruleId },
      scope: { route: 'listRules', orgId: orgId, filters: {} },
    })
  },
})
