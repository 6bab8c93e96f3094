import type { OutgoingProxy } from '@signalpost/outgoing'
import { z } from 'zod'
import { ModelError, type Patience, postJson } from './post-json.ts'

/** A model that says how well documents answer a query. `url` is its base, or the whole address of its rerank. */
export type Reranker = {
  url: string
  key: string | undefined
  model: string | undefined
  /** The proxy through which a model outside of the operator's network is asked. */
  proxy?: OutgoingProxy | undefined
}

export type Reranking = Patience & { query: string; documents: readonly string[] }

const scoreDigits = 4

const answerSchema = z.object({
  results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number() })),
})

/**
 * Returns the score of each document by its index; those that the model leaves out have none. Scores have four
 * significant digits, since people read them. Throws ModelError, also for an answer with a document that was not sent,
 * or with one twice.
 * The request is the one that Cohere, Jina, vLLM and others share: https://docs.cohere.com/reference/rerank
 */
export async function rerank(
  { url, key, model, proxy }: Reranker,
  { query, documents, ...patience }: Reranking,
): Promise<Map<number, number>> {
  const address = /\/rerank$/.test(url) ? url : `${url}/rerank`
  const body = { ...(model !== undefined && { model }), query, documents, top_n: documents.length }
  return await postJson({ url: address, key, body, proxy }, patience, (answer) => {
    const { results } = answerSchema.parse(answer)
    const scores = new Map(
      results.map(({ index, relevance_score: score }) => [index, Number(score.toPrecision(scoreDigits))]),
    )
    const isForeign = results.some(({ index }) => index >= documents.length)
    if (isForeign || scores.size < results.length) {
      throw new ModelError('The answer of the model is not about the documents that it got.')
    }
    return scores
  })
}
