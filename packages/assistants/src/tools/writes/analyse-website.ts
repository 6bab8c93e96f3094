import { domainToUnicode } from 'node:url'
import { countAnalysisAct, planWithin } from '@signalpost/administration/analysis'
import { namePlatform, RejectedError, TransientError } from '@signalpost/domain'
import {
  analysisInput,
  homeAddresses,
  hostOf,
  type Plan,
  UnreadableWebsiteError,
  withAnalysisRules,
} from '@signalpost/website-analysis'
import { z } from 'zod'
import type { Share } from '../../answer/fit-answer.ts'
import { quoteOptional } from '../../answer/show-signal.ts'
import { plainInstant } from '../../answer/texts.ts'
import { defineTool } from '../../define-tool.ts'
import { recordOutput } from '../../inputs.ts'
import { keyedScope, writingOf } from '../../writing/perform-write.ts'
import { cleanLine, cleanText } from '../../writing/show-change.ts'

/** The analysis itself ends after 50 s. */
const timeoutMs = 57_000
const mostOfQuery = 600

type Analysis = { plan: Plan; usage: { allowance: number; used: number; resetsAt: string } }

export const analyseWebsite = defineTool({
  name: 'analyse_website',
  title: 'Analyse a website',
  description:
    'Reads the home page of a company and up to 19 pages that it links to, and plans a listener. Takes up to a minute, one analysis of the month, and a yes of a person each time. Of a URL, the host alone is read. It creates no listener.',
  scopes: ['listeners:analyse'],
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  timeoutMs,
  input: withAnalysisRules(
    z.strictObject({
      ...analysisInput,
      customObjective: analysisInput.customObjective.optional(),
      description: analysisInput.description.optional(),
      acceptLimited: analysisInput.acceptLimited.optional(),
    }),
  ),
  output: recordOutput,
  findNeed: () => 'A website is read.',
  describe: async (_services, { input }) => [
    { label: 'Host', text: showHost(input.website) },
    { label: 'Company', text: cleanLine(input.companyName) },
    {
      label: 'Objective',
      text: cleanText(input.customObjective ?? input.objective.replaceAll('_', ' '), 500),
    },
    { label: 'Platforms', text: input.sources.map(namePlatform).join(', ') },
    ...(input.description === undefined
      ? []
      : [{ label: 'Description', text: cleanText(input.description, 2_000) }]),
    ...(input.acceptLimited === true
      ? [{ label: 'Limited', text: 'The plan is made from the description. The website is not read.' }]
      : []),
  ],
  run: async (services, { caller, input, yes, share, signal }) => {
    if (yes === undefined) throw new Error('A website is read with a yes alone.')
    const { database, nowMs, writeOnce, analyseWebsite: analyse } = services
    const { orgId, personId } = caller
    const request = { ...input, website: homeOf(input.website), acceptLimited: input.acceptLimited ?? false }
    // An answer that is too long is asked for again, under the same yes: nothing is read twice.
    const { body } = await writeOnce({
      scope: keyedScope({ caller, tool: 'analyse_website', input, requestKey: yes.key }),
      endsAtMs: performance.now() + timeoutMs,
      prepare: async () => {
        const limits = { orgId, callerId: personId, callerKind: 'person' as const }
        const { plan, analysisId } = await planWithin(database, limits, () =>
          analyse(request, signal).catch((cause: unknown) => {
            if (cause instanceof UnreadableWebsiteError) throw unreadable(cause)
            throw signal.aborted ? new TransientError('The analysis was cancelled.', { cause }) : cause
          }),
        )
        return async (transaction) => {
          const { perform } = writingOf({ database, nowMs }, caller, transaction)
          const host = hostOf(input.website)
          return JSON.stringify({ plan, usage: await perform(countAnalysisAct, { orgId, analysisId, host }) })
        }
      },
    })
    if (typeof body !== 'string') throw new Error('The answer of an analysis is not text.')
    // The cast: it was written above, now or at the first call.
    const { plan, usage } = JSON.parse(body) as Analysis
    return { ...showPlan(plan, share), usage: { ...usage, resetsAt: plainInstant(usage.resetsAt) } }
  },
})

function unreadable(cause: Error): RejectedError {
  const message =
    'The website could not be read. A plan can be made from a description alone, with description and acceptLimited.'
  return new RejectedError('website_unreadable', message, { cause })
}

/** What a path or a query says could carry data out, so neither is asked for. */
function homeOf(website: string): string {
  const [address = ''] = homeAddresses(website)
  const { protocol, host } = new URL(address)
  return address === website.trim() ? `${protocol}//${host}/` : host
}

/** A host as people write it and, where that differs, as machines do: letters that look alike differ there. */
function showHost(website: string): string {
  const { hostname, host } = new URL(homeAddresses(website)[0] ?? '')
  const asWritten = cleanLine(domainToUnicode(hostname))
  return asWritten === '' || asWritten === hostname ? host : `${asWritten} (${host})`
}

/** Crawled words are strangers' words. */
function showPlan({ mode, objective, limited, ...plan }: Plan, share: Share) {
  const queries = plan.queries.slice(0, Math.ceil(share * plan.queries.length))
  return {
    plan: {
      ...{ mode, objective, limited },
      derived: {
        keywords: quoteAll(plan.keywords, share),
        exclusions: quoteAll(plan.exclusions, share),
        queries: queries.map(({ source, query, runnable, reason }) => ({
          ...{ source, query: quoteOptional(query, mostOfQuery)?.text },
          ...{ runnable, reason: quoteOptional(reason)?.text },
        })),
        boards: plan.boards.map(({ platform, board }) => ({ platform, board: quoteOptional(board)?.text })),
        profile: showProfile(plan.profile, share),
      },
    },
    more: plan.queries.length - queries.length || undefined,
  }
}

function showProfile(profile: Plan['profile'], share: Share) {
  if ('targetRoles' in profile) return { targetRoles: quoteAll(profile.targetRoles, share) }
  if ('categories' in profile) {
    const { categories, locations } = profile
    return { categories: quoteAll(categories, share), locations: quoteAll(locations, share) }
  }
  const { rivals, painVocabulary } = profile
  return { rivals: quoteAll(rivals, share), painVocabulary: quoteAll(painVocabulary, share) }
}

function quoteAll(texts: readonly string[], share: Share) {
  return texts.slice(0, Math.ceil(share * texts.length)).map((text) => quoteOptional(text)?.text)
}
