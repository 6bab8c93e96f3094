import { bad, type Check, type Finding, good } from '@signalpost/administration/doctor'
import { askModel, closedObject, ModelError, rerank } from '@signalpost/language-model'
import { z } from 'zod'
import type { CommandContext } from '../../command/context.ts'

const answerSchema = z.object({ ok: z.boolean() })
const documents = ['Which CRM do you use?', 'The weather is fine today.']

/** Asks each configured model one small question. What it costs does not count towards the daily calls of a workspace. */
export const modelChecks: readonly Check<CommandContext>[] = [
  {
    name: 'language model',
    after: 'configuration',
    remedy: 'Correct SIGNALPOST_LLM_URL.',
    run: async ({ config: { models, environment } }) => {
      const model = models.languageModel
      if (model === undefined) {
        return environment.SIGNALPOST_LLM_URL
          ? bad('SIGNALPOST_LLM_URL is set, but no key, so no model is asked', 'Set SIGNALPOST_LLM_KEY.')
          : undefined
      }
      const variables = {
        url: 'SIGNALPOST_LLM_URL',
        key: 'SIGNALPOST_LLM_KEY',
        model: 'SIGNALPOST_LLM_MODEL',
      }
      return askOnce(variables, async (signal) => {
        const answer = await askModel(model, {
          ...{ instructions: 'Answer with ok set to true.', data: {}, name: 'check', signal },
          schema: closedObject({ ok: { type: 'boolean' } }),
        })
        return answerSchema.safeParse(answer).success
          ? good('it answers with the JSON that was asked for')
          : bad(
              'it answers, but not with the JSON that was asked for',
              'Use a model that supports structured output (response_format json_schema).',
            )
      })
    },
  },
  {
    name: 'rerank model',
    after: 'configuration',
    remedy: 'Correct SIGNALPOST_RERANK_URL.',
    run: async ({ config: { models } }) => {
      const model = models.reranker
      if (model === undefined) return undefined
      const variables = {
        ...{ url: 'SIGNALPOST_RERANK_URL', key: 'SIGNALPOST_RERANK_API_KEY' },
        model: 'SIGNALPOST_RERANK_MODEL',
      }
      return askOnce(variables, async (signal) => {
        const { size } = await rerank(model, { query: 'CRM', documents, signal })
        return size === documents.length
          ? good('it scores what it is sent')
          : bad(
              `it scores ${size} of ${documents.length} texts`,
              'Use an endpoint that scores every text: posts without a score are dropped.',
            )
      })
    },
  },
]

type Variables = { url: string; key: string; model: string }

async function askOnce(
  variables: Variables,
  ask: (signal: AbortSignal) => Promise<Finding>,
): Promise<Finding> {
  try {
    return await ask(new AbortController().signal)
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    const rules = 'Until then the rules alone decide.'
    return bad(error.message, `${remedyOf(error, variables)} ${rules}`)
  }
}

function remedyOf({ status }: ModelError, { url, key, model }: Variables): string {
  if (status === 401 || status === 403) return `Correct ${key}: the endpoint refuses it.`
  if (status === 404)
    return `Correct ${url} or ${model}: the endpoint does not know the address or the model.`
  if (status === 429) return 'Wait, or raise the limit of the account: the endpoint refuses more calls.'
  return `Correct ${url}, or repair what answers there.`
}
