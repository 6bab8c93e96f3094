import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

export const listWaysIn = defineRoute({
  operationId: 'listWaysIn',
  method: 'get',
  path: '/console/api/ways-in',
  role: 'nobody',
  summary: 'See which ways to log in this installation offers',
  success: {
    status: 200,
    description: 'What the login page can offer beside a link of the command line.',
    schema: z.object({ link: z.boolean(), mail: z.boolean(), oidc: z.boolean() }),
  },
  errors: [],
  handle: async ({ waysIn }) => waysIn.offers,
})
