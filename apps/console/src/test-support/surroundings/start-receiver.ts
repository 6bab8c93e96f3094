import { createServer } from 'node:http'
import { listenLocally } from '@signalpost/testing/services'

export type Receiver = {
  url: string
  /** Of the events that came, in their order. */
  types: string[]
  close: () => Promise<unknown>
}

/** A receiver of webhooks that accepts every event, and keeps its type. */
export async function startReceiver(): Promise<Receiver> {
  const types: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const event: { type: string } = JSON.parse(Buffer.concat(chunks).toString())
      types.push(event.type)
      response.end('ok')
    })
  })
  const { port, close } = await listenLocally(server)
  return {
    types,
    url: `http://127.0.0.1:${port}/hook`,
    close,
  }
}
