import { defineRoute } from '../../face/define-routes.ts'
import { overviewSchema } from '../../overview/overview-schema.ts'

export const getOverview = defineRoute({
  operationId: 'getOverview',
  method: 'get',
  path: '/console/api/w/{orgId}/overview',
  role: 'viewer',
  summary: 'See whether anything is lost, late or broken',
  success: {
    status: 200,
    description: 'One sentence, what needs a person, and the sums.',
    schema: overviewSchema,
  },
  errors: [],
  handle: async ({ readOverview }, { params }) => readOverview(params.orgId),
})
