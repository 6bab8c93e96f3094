import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { findCurrent } from './find-current.ts'

export const inspectLogin = defineRoute({
  operationId: 'inspectLogin',
  method: 'post',
  path: '/console/api/login/inspect',
  role: 'nobody',
  summary: 'See whom a one-time link or an invitation logs in, without using it',
  body: z.strictObject({ token: z.string().min(1).max(200) }),
  success: {
    status: 200,
    description: 'Who comes in, and whom that replaces in this browser.',
    schema: z.object({
      way: z.enum(['link', 'invitation']),
      name: z.string().meta({ description: 'A mail address is masked.' }),
      orgId: z.string().nullable().meta({ description: 'The workspace of an invitation.' }),
      replaces: z
        .string()
        .nullable()
        .meta({ description: 'The other person who is logged in here, by name or address.' }),
    }),
  },
  errors: ['unauthorized', 'rate_limited'],
  handle: async (services, { body: { token }, visitor, response }) => {
    const { personId, ...inspected } = await services.waysIn.inspectToken(token, visitor)
    const current = (await findCurrent(services, response))?.session.person
    const isOther = current !== undefined && current.personId !== personId
    return { ...inspected, replaces: isOther ? (current.email ?? current.name ?? current.personId) : null }
  },
})
