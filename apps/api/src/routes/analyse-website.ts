import { analyseWithin, countAnalysis } from '@signalpost/database/analyses'
import { freeText, instantSchema, platforms, RejectedError, TransientError } from '@signalpost/domain'
import { optionalMember } from '@signalpost/rest'
import {
  homeAddresses,
  objectives,
  type Plan,
  planSchema,
  UnreadableWebsiteError,
} from '@signalpost/website-analysis'
import { z } from 'zod'
import { defineWrite } from '../face/define-routes.ts'

const timeoutMs = 57_000

const websiteSchema = z
  .string()
  .refine((text) => text.length <= 2_048 && !/\s/.test(text.trim()) && isAddress(text), {
    message: 'expected an http or https URL of at most 2048 characters, or a host',
  })
  .meta({ minLength: 1, maxLength: 2_048 })

const bodySchema = z
  .strictObject({
    companyName: freeText({ min: 2, max: 120 }),
    website: websiteSchema,
    objective: z.enum(objectives),
    sources: z
      .array(z.enum(platforms))
      .min(1)
      .max(platforms.length, { error: `expected at most ${platforms.length} sources` })
      .refine((sources) => new Set(sources).size === sources.length, { message: 'expected each source once' })
      .meta({ uniqueItems: true }),
    customObjective: optionalMember(freeText({ max: 500 })).meta({
      description: 'What to look for, in your own words. Required if `objective` is `custom`.',
    }),
    description: optionalMember(freeText({ max: 2_000 })).meta({
      description: 'What the company does, in short. Required with `acceptLimited`.',
    }),
    acceptLimited: optionalMember(z.boolean()).meta({
      description: 'Plan from `description` only, without a crawl; false by default.',
    }),
  })
  .refine(({ objective, customObjective }) => objective !== 'custom' || isGiven(customObjective), {
    path: ['customObjective'],
    message: 'expected what to look for, as objective is custom',
  })
  .refine(({ acceptLimited, description }) => acceptLimited !== true || isGiven(description), {
    path: ['description'],
    message: 'expected what the company does, as acceptLimited is true',
  })

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
  params: z.object({}),
  query: z.object({}),
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
      const { result: plan, analysisId } = await analyseWithin(
        database,
        { orgId, callerId, callerKind: 'key' },
        () => analyse(request, signal),
      )
      return { plan, analysisId }
    } catch (error) {
      if (error instanceof UnreadableWebsiteError) throw unreadable(error)
      throw signal.aborted ? new TransientError('The analysis was cancelled.', { cause: error }) : error
    }
  },
  write: async ({ transaction }, { caller }, { plan, analysisId }) => {
    const usage = await countAnalysis(transaction, { orgId: caller.orgId, analysisId })
    if (usage === undefined) throw new TransientError('The reservation of the analysis has ended.')
    const { allowance, used, resetsAt } = usage
    return { plan, usage: { allowance, used, resetsAt: resetsAt.toISOString() } }
  },
})

function unreadable(cause: Error): RejectedError {
  return new RejectedError('website_unreadable', 'The website could not be read.', { cause })
}

/** A URL parser also finds a host in `//example.com` and in a mail address. */
function isAddress(text: string): boolean {
  const beginsWithHost = /^(?:https?:\/\/|[^/\\?#@]+(?:[/?#]|$))/i.test(text.trim())
  const isOther = /^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim()) && !/^https?:\/\//i.test(text.trim())
  return beginsWithHost && !isOther && homeAddresses(text).every((address) => URL.parse(address)?.hostname)
}

function isGiven(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== ''
}
