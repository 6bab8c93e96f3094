import { performAct } from '@signalpost/administration'
import { countAnalysisAct, planWithin } from '@signalpost/administration/analysis'
import { platforms, RejectedError } from '@signalpost/domain'
import { analysisInput, hostOf, planSchema, UnreadableWebsiteError } from '@signalpost/website-analysis'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

/** The analysis itself ends after 50 s. */
const timeoutMs = 60_000

export const planListener = defineRoute({
  operationId: 'planListener',
  act: countAnalysisAct.name,
  method: 'post',
  path: '/console/api/w/{orgId}/listener-plans',
  role: 'admin',
  summary: 'Read a website and plan a listener; nothing is stored',
  body: z.strictObject({
    companyName: analysisInput.companyName,
    website: analysisInput.website,
    objective: analysisInput.objective,
    customObjective: analysisInput.customObjective.optional(),
  }),
  timeoutMs,
  success: { status: 200, description: 'The plan.', schema: z.object({ plan: planSchema }) },
  errors: ['rate_limited', 'allowance_exhausted'],
  handle: async (services, { caller, params: { orgId }, body }) => {
    const { customObjective, ...given } = body
    if ((given.objective === 'custom') !== (customObjective !== undefined)) {
      const issues = [{ path: 'customObjective', message: 'expected exactly with the objective custom' }]
      throw new RejectedError('invalid_request', 'The request is not valid.', { issues })
    }
    try {
      const request = { ...given, customObjective, sources: platforms, acceptLimited: false }
      const limits = { orgId, callerId: caller.actor.id, callerKind: 'person', mostAtOnce: 1 } as const
      const { plan, analysisId } = await planWithin(services.database, limits, () =>
        services.analyseWebsite(request, AbortSignal.timeout(timeoutMs)),
      )
      const input = { orgId, analysisId, host: hostOf(body.website) }
      await performAct(services, { caller, act: countAnalysisAct, input })
      return { plan }
    } catch (error) {
      if (!(error instanceof UnreadableWebsiteError)) throw error
      const issues = [{ path: 'website', message: error.message }]
      throw new RejectedError('invalid_request', 'The website cannot be read.', { issues })
    }
  },
})
