import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // the cast: a server on a port has no other kind of address
  return {
    types,
    url: `http://127.0.0.1:${port}/hook`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
