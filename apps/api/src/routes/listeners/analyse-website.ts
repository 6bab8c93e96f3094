import { countAnalysisAct, planWithin } from '@signalpost/administration/analysis'
import { instantSchema, RejectedError, TransientError } from '@signalpost/domain'
import { optionalMember } from '@signalpost/rest'
import {
  analysisInput,
  hostOf,
  type Plan,
  planSchema,
  UnreadableWebsiteError,
  withAnalysisRules,
} from '@signalpost/website-analysis'
import { z } from 'zod'
import { defineWrite } from '../../face/define-routes.ts'

const timeoutMs = 57_000

const bodySchema = withAnalysisRules(
  z.strictObject({
    ...analysisInput,
    customObjective: optionalMember(analysisInput.customObjective).meta({
      description: 'What to look for, in your own words. Required if `objective` is `custom`.',
    }),
    description: optionalMember(analysisInput.description).meta({
      description: 'What the company does, in short. Required with `acceptLimited`.',
    }),
    acceptLimited: optionalMember(analysisInput.acceptLimited).meta({
      description: 'Plan from `description` only, without a crawl; false by default.',
    }),
  }),
)

const examplePlan: Plan = {
  mode: 'market',
  objective: 'find_customers',
  keywords: ['FrostTrack', 'cold chain monitoring', 'temperature excursion'],
  exclusions: ['hiring', 'internship', 'Nordhaven jobs'],
  queries: [
    {
      source: 'linkedin',
      query: '"cold chain monitoring" AND ("looking for" OR "any recommendations")',
      runnable: false,
      reason: 'Bring a provider: no API lets others search it.',
    },
    { source: 'hackernews', query: '"cold chain monitoring" -hiring', runnable: true },
  ],
  boards: [{ platform: 'greenhouse', board: 'nordhaven' }],
  profile: { targetRoles: ['Quality Manager', 'Head of Logistics'] },
  limited: false,
}

export const analyseWebsite = defineWrite({
  operationId: 'analyseWebsite',
  act: countAnalysisAct.name,
  method: 'post',
  path: '/v1/listeners/analyse-website',
  scope: 'listeners:analyse',
  summary: 'Derive a listener plan',
  description: [
    'Reads the homepage and up to 19 more pages of its site, as robots.txt allows, and derives an editable plan:',
    'keywords, exclusions, queries in the search syntax of each source, and a profile by mode. `find_local_prospects`',
    'makes a `places` plan, `find_dissatisfaction` a `rivals` plan, every other objective a `market` plan. An answer',
    'may take a minute. A key may call it 5 times in any hour; a call counts once its input is valid. A success takes',
    "one of the workspace's analyses of the month (UTC). A website that cannot be read, whatever the reason, is",
    '`website_unreadable`: send the request again with `description` and `acceptLimited`.',
  ].join(' '),
  body: bodySchema,
  bodyExample: {
    companyName: 'Nordhaven',
    website: 'https://www.example.com/',
    objective: 'find_customers',
    sources: ['x', 'reddit'],
  },
  success: {
    status: 200,
    description: "The plan, and how much of the month's allowance is used.",
    schema: z.object({
      plan: planSchema,
      usage: z.object({
        allowance: z.int().min(0).meta({ description: 'Analyses a month.' }),
        used: z.int().min(0).meta({ description: 'Analyses in this month, including this one.' }),
        resetsAt: instantSchema.meta({ description: 'When the next month begins.' }),
      }),
    }),
    example: {
      plan: examplePlan,
      usage: { allowance: 100, used: 3, resetsAt: '2026-12-01T00:00:00.000Z' },
    },
  },
  errors: ['website_unreadable', 'allowance_exhausted'],
  timeoutMs,
  prepare: async ({ database, analyseWebsite: analyse, signal }, { caller, body }) => {
    const { orgId, keyId: callerId } = caller
    const request = { ...body, acceptLimited: body.acceptLimited ?? false }
    try {
      return await planWithin(database, { orgId, callerId, callerKind: 'key' }, () =>
        analyse(request, signal),
      )
    } catch (error) {
      if (error instanceof UnreadableWebsiteError) throw unreadable(error)
      throw signal.aborted ? new TransientError('The analysis was cancelled.', { cause: error }) : error
    }
  },
  write: async ({ perform }, { caller: { orgId }, body }, { plan, analysisId }) => {
    const host = hostOf(body.website)
    return { plan, usage: await perform(countAnalysisAct, { orgId, analysisId, host }) }
  },
})

function unreadable(cause: Error): RejectedError {
  return new RejectedError('website_unreadable', 'The website could not be read.', { cause })
}
