import { listNewestRejections } from '@signalpost/administration/source'
import { listProcesses } from '@signalpost/database'
import { readFirstSteps } from '@signalpost/database/overview'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { describeSteps, stepNames } from './describe-steps.ts'

export const getFirstSteps = defineRoute({
  operationId: 'getFirstSteps',
  method: 'get',
  path: '/console/api/w/{orgId}/start',
  role: 'viewer',
  summary: 'See which first steps of a workspace are done',
  success: {
    status: 200,
    description: 'The first steps in their order, as the workspace itself shows them.',
    schema: z.object({
      steps: z.array(
        z.object({
          step: z.enum(stepNames),
          doneAt: z.iso.datetime().nullable().meta({ description: 'Null until it is done.' }),
          recordId: z
            .string()
            .nullable()
            .meta({ description: 'The source, first delivery, first signal, channel or warehouse.' }),
          name: z.string().nullable(),
          trouble: z
            .object({ summary: z.string(), remedy: z.string(), link: z.string() })
            .nullable()
            .meta({ description: 'Why it is not done though someone tried.' }),
        }),
      ),
    }),
  },
  errors: [],
  handle: async ({ database }, { params: { orgId } }) => {
    const [first, [rejection], processes] = await Promise.all([
      readFirstSteps(database, { orgId }),
      listNewestRejections(database, { orgId, limit: 1 }),
      listProcesses(database),
    ])
    return { steps: describeSteps({ orgId, first, rejection, processes }) }
  },
})
