import { explainSignal as queryExplanation } from '@signalpost/database/dispatches'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

export const explainSignal = defineRoute({
  operationId: 'explainSignal',
  method: 'get',
  path: '/console/api/w/{orgId}/signals/{id}/rules',
  role: 'viewer',
  summary: 'See what each rule of today says to a signal as it is now',
  params: recordParams,
  query: noQuery,
  success: {
    status: 200,
    description: 'Every rule in the order of evaluation.',
    schema: z.object({
      title: z.string(),
      firstSeenAt: z.iso.datetime(),
      answers: z.array(
        z.object({
          ruleId: z.string(),
          name: z.string(),
          position: z.int(),
          answer: z.enum(['matches', 'not_reached', 'unmet', 'disabled']),
          unmet: z.array(z.string()).meta({ description: 'The conditions that the signal does not meet.' }),
          endedBy: z.string().nullable().meta({ description: 'The rule that ended the search before.' }),
        }),
      ),
    }),
  },
  errors: ['not_found'],
  handle: async ({ database }, { params: { orgId, id: signalId } }) => {
    const found = await queryExplanation(database, { orgId, signalId })
    if (found === undefined) throw new RejectedError('not_found', 'There is no such signal.')
    const answers = found.answers.map(({ endedBy = null, ...answer }) => ({ ...answer, endedBy }))
    return { ...found, answers }
  },
})
