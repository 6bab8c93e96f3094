import { createServer, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { listenLocally } from '@signalpost/testing/services'
import { z } from 'zod'

const requestSchema = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) })

/** Says what the model answers to the data between the markers. */
export type Reply = (data: string, response: ServerResponse) => unknown

/** An OpenAI-compatible endpoint. A reply that is undefined has answered by itself, or stays silent. */
export async function startModel(reply: () => Reply) {
  const asked: { authorization: string | undefined; data: string }[] = []
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const data = requestSchema.parse(body).messages[1]?.content ?? ''
      asked.push({ authorization: request.headers.authorization, data })
      const answer = reply()(data, response)
      if (answer === undefined) return
      const content = typeof answer === 'string' ? answer : JSON.stringify(answer)
      response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }))
    })
  })
  const { port, close } = await listenLocally(server)
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    stop: close,
  }
}
