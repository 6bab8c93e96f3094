import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

export const requestMailLink = defineRoute({
  operationId: 'requestMailLink',
  method: 'post',
  path: '/console/api/login/mail',
  role: 'nobody',
  summary: 'Have a one-time link sent by mail',
  body: z.strictObject({ email: z.string().min(3).max(320) }),
  success: {
    status: 204,
    description:
      'A link is sent where the address belongs to a person. The answer is the same where it does not.',
    schema: z.undefined(),
  },
  errors: ['rate_limited', 'not_found'],
  handle: async ({ waysIn }, { body, visitor }) => {
    await waysIn.requestMailLink(body.email, visitor)
    return undefined
  },
})
