import { allowDeviceAct } from '@signalpost/administration/ways-in'
import { idSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

/** Not called an id: the audit log keeps the id in the path of a refusal, and this code lets a command line in. */
const params = z.object({ code: idSchema.meta({ description: 'The code that the terminal shows.' }) })
const decided = {
  status: 200 as const,
  description: 'The decision. The command line takes it within a few seconds.',
  schema: z.object({ isAllowed: z.boolean() }),
}

export const getDevice = defineRoute({
  operationId: 'getDevice',
  method: 'get',
  path: '/console/api/devices/{code}',
  role: 'person',
  summary: 'See which command line asks to act as you',
  params,
  success: {
    status: 200,
    description: 'What it says of itself, and where it asks from.',
    schema: z.object({
      hostName: z.string().meta({ description: 'The name of the computer, which nothing verifies.' }),
      program: z.string().nullable(),
      address: z.string(),
      askedAt: z.iso.datetime(),
      endsAt: z.iso.datetime(),
      isDecided: z.boolean(),
    }),
  },
  errors: ['not_found', 'rate_limited'],
  handle: async ({ waysIn }, { caller, params: { code } }) => {
    const { hostName, agent, address, createdAt, endsAt, isDecided } = await waysIn.inspectDevice(
      code,
      caller,
    )
    return {
      ...{ hostName, program: agent, address, isDecided },
      ...{ askedAt: createdAt.toISOString(), endsAt: endsAt.toISOString() },
    }
  },
})

export const allowDevice = defineRoute({
  operationId: 'allowDevice',
  act: allowDeviceAct.name,
  method: 'post',
  path: '/console/api/devices/{code}/allow',
  role: 'person',
  summary: 'Let a command line act as you',
  params,
  success: decided,
  errors: ['not_found', 'conflict', 'login_required', 'forbidden', 'rate_limited'],
  handle: async ({ waysIn }, { caller, params: { code } }) =>
    waysIn.decideDevice({ userCode: code, isAllowed: true }, caller),
})

export const denyDeviceRoute = defineRoute({
  operationId: 'denyDevice',
  method: 'post',
  path: '/console/api/devices/{code}/deny',
  role: 'person',
  summary: 'Refuse a command line',
  params,
  success: decided,
  errors: ['not_found', 'conflict', 'rate_limited'],
  handle: async ({ waysIn }, { caller, params: { code } }) =>
    waysIn.decideDevice({ userCode: code, isAllowed: false }, caller),
})
