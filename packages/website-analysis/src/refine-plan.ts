import { askModel, closedObject, isHarmless, type LanguageModel } from '@signalpost/language-model'
import type { Logger } from '@signalpost/runtime'
import { z } from 'zod'
import type { PlanRequest } from './plan/create-plan.ts'
import { judgeQueries } from './plan/judge-queries.ts'
import type { Plan } from './plan/plan.ts'
import type { PageText } from './read-website.ts'

const mostPageLetters = 1_500
const mostLetters = 16_000

/** Returns a better plan, or undefined if the model gave no usable one. */
export type RefinePlan = (draft: {
  plan: Plan
  request: PlanRequest
  pages: readonly PageText[]
  signal: AbortSignal
}) => Promise<Plan | undefined>

const instructions = `You refine plans for finding public posts, job ads and reviews that matter to a company.
You get a draft that text analysis made, and texts of the company's website. Return a better plan in the given JSON
schema: keywords that people really write, exclusions that remove noise, queries in the search syntax that the draft
uses for each source, and the profile. Keep product names. Use only the sources of the draft.`

const harmless = (max: number) => z.string().trim().min(2).max(max).refine(isHarmless)
const term = harmless(80).refine((text) => text.split(/\s+/).length <= 7)
const profileMembers = ['targetRoles', 'categories', 'locations', 'rivals', 'painVocabulary'] as const

const answerSchema = z.object({
  keywords: z.array(z.string()),
  exclusions: z.array(z.string()),
  queries: z.array(z.object({ source: z.string(), query: z.string() })),
  profile: z.partialRecord(z.enum(profileMembers), z.array(z.string())),
})

/** Refines plans with a language model. On any failure, the draft stays as it is. */
export function createPlanRefiner({
  logger,
  timeoutMs,
  ...model
}: LanguageModel & { logger: Logger; timeoutMs?: number }): RefinePlan {
  return async ({ plan, request, pages, signal }) => {
    try {
      const data = dataOf({ plan, request, pages })
      const question = { instructions, data, name: 'plan', schema: schemaFor(plan), signal, timeoutMs }
      return merge(plan, answerSchema.parse(await askModel(model, question)))
    } catch (error) {
      // Logs the error's name only: a parser's message repeats what it read.
      logger.info({ reason: error instanceof Error ? error.name : 'unknown' }, 'plan.not-refined')
      return undefined
    }
  }
}

function dataOf({ plan, request, pages }: Omit<Parameters<RefinePlan>[0], 'signal'>) {
  let left = mostLetters
  const texts = pages.flatMap(({ title, blocks }) => {
    const text = blocks
      .map((block) => block.text)
      .join(' ')
      .slice(0, Math.min(mostPageLetters, left))
    left -= text.length
    return text === '' ? [] : [{ title, text }]
  })
  const { companyName, objective, customObjective, description } = request
  const draft = { ...plan, queries: plan.queries.map(({ source, query }) => ({ source, query })) }
  return { companyName, objective, customObjective, description, draft, pages: texts }
}

function schemaFor({ profile, queries }: Plan): unknown {
  const texts = { type: 'array', items: { type: 'string' } }
  const names = Object.keys(profile)
  const source = { type: 'string', enum: [...new Set(queries.map((query) => query.source))] }
  return closedObject({
    keywords: texts,
    exclusions: texts,
    queries: { type: 'array', items: closedObject({ source, query: { type: 'string' } }) },
    profile: closedObject(Object.fromEntries(names.map((name) => [name, texts]))),
  })
}

/** Merges what is usable; keeps the draft's list if nothing of the model's is. */
function merge(draft: Plan, answer: z.infer<typeof answerSchema>): Plan {
  const better = (own: readonly string[], given: readonly string[] | undefined, max: number): string[] => {
    const usable = [
      ...new Set(given?.filter((text) => term.safeParse(text).success).map((text) => text.trim())),
    ]
    return usable.length > 0 ? usable.slice(0, max) : [...own]
  }
  const platforms = [...new Set(draft.queries.map(({ source }) => source))]
  const queries = platforms.flatMap((source) => {
    const given = answer.queries.filter(
      (one) => one.source === source && harmless(500).safeParse(one.query).success,
    )
    const unique = [...new Set(given.map(({ query }) => query.trim()))].slice(0, 8)
    return unique.length > 0
      ? unique.map((query) => ({ source, query }))
      : draft.queries.filter((one) => one.source === source)
  })
  const profile = Object.fromEntries(
    Object.entries(draft.profile).map(([name, own]) => [
      name,
      better(own, answer.profile[profileMembers.find((member) => member === name) ?? 'rivals'], 30),
    ]),
  )
  return {
    ...draft,
    keywords: better(draft.keywords, answer.keywords, 30),
    exclusions: better(draft.exclusions, answer.exclusions, 30),
    queries: judgeQueries(queries, draft.boards),
    // The cast: the members are those of the draft's profile, each a list of texts.
    profile: profile as Plan['profile'],
  }
}
