import { createServer } from 'node:http'
import { listenLocally } from '@signalpost/testing/services'

export type Answer = { status: number; headers?: Record<string, string>; body?: unknown }
export type Received = { path: string; headers: Record<string, string | string[] | undefined>; body: string }

/** An HTTP server that answers as the test says, and remembers what it received. */
export async function startStandIn(answerTo: (request: Received) => Answer) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(pieces).toString(),
      }
      received.push(one)
      const { status, headers, body } = answerTo(one)
      response.writeHead(status, headers).end(body === undefined ? '' : JSON.stringify(body))
    })
  })
  const { port, close } = await listenLocally(server)
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    stop: close,
  }
}
