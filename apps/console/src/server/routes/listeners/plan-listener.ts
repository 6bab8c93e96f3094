import { analyseWithin, countAnalysis } from '@signalpost/database/analyses'
import { platforms, RejectedError, TransientError } from '@signalpost/domain'
import { objectives, planSchema, UnreadableWebsiteError } from '@signalpost/website-analysis'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'

/** The analysis itself ends after 50 s. */
const timeoutMs = 60_000

export const planListener = defineRoute({
  operationId: 'planListener',
  method: 'post',
  path: '/console/api/w/{orgId}/listener-plans',
  role: 'admin',
  summary: 'Read a website and plan a listener; nothing is stored',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject({
    companyName: z.string().trim().min(1).max(200),
    website: z.string().trim().min(1).max(2_048),
    objective: z.enum(objectives),
    customObjective: z.string().trim().min(1).max(500).optional(),
  }),
  timeoutMs,
  success: { status: 200, description: 'The plan.', schema: z.object({ plan: planSchema }) },
  errors: ['rate_limited', 'allowance_exhausted'],
  handle: async ({ database, analyseWebsite }, { caller, params: { orgId }, body }) => {
    const { customObjective, ...given } = body
    if ((given.objective === 'custom') !== (customObjective !== undefined)) {
      const issues = [{ path: 'customObjective', message: 'expected exactly with the objective custom' }]
      throw new RejectedError('invalid_request', 'The request is not valid.', { issues })
    }
    try {
      const request = { ...given, customObjective, sources: platforms, acceptLimited: false }
      const limits = { orgId, callerId: caller.actor.id, callerKind: 'person', mostAtOnce: 1 } as const
      const { result: plan, analysisId } = await analyseWithin(database, limits, () =>
        analyseWebsite(request, AbortSignal.timeout(timeoutMs)),
      )
      const usage = await database
        .transaction()
        .execute((transaction) => countAnalysis(transaction, { orgId, analysisId }))
      if (usage === undefined) throw new TransientError('The reservation of the analysis has ended.')
      return { plan }
    } catch (error) {
      if (!(error instanceof UnreadableWebsiteError)) throw error
      const issues = [{ path: 'website', message: error.message }]
      throw new RejectedError('invalid_request', 'The website cannot be read.', { issues })
    }
  },
})
