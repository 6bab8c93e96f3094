import { createServer, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { listenLocally } from '@signalpost/testing/services'
import { z } from 'zod'

const requestSchema = z.strictObject({
  model: z.string().optional(),
  query: z.string(),
  documents: z.array(z.string()),
  top_n: z.int(),
})

/** Says what the endpoint answers to documents: text as it is, or anything as JSON. */
export type RerankReply = (documents: readonly string[], response: ServerResponse) => unknown

/** Scores documents as `scoreOf` says, the best first. */
export const scoring =
  (scoreOf: (document: string) => number): RerankReply =>
  (documents) => ({
    results: documents
      .map((document, index) => ({ index, relevance_score: scoreOf(document) }))
      .toSorted((one, other) => other.relevance_score - one.relevance_score),
  })

/** An endpoint that reranks. A reply that is undefined has answered by itself, or stays silent. */
export async function startReranker(reply: () => RerankReply) {
  const asked: (z.infer<typeof requestSchema> & { path: string; authorization: string | undefined })[] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const parsed = requestSchema.parse(body)
      const { authorization } = request.headers
      asked.push({ ...parsed, path: request.url ?? '', authorization })
      const answer = reply()(parsed.documents, response)
      if (answer === undefined) return
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
    })
  })
  const { port, close } = await listenLocally(server)
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    stop: close,
  }
}
