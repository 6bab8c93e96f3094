import type { IncomingMessage } from 'node:http'

/** The raw bytes of a request; undefined when they are more than `maxBytes`, and the rest is then not kept. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const onData = (chunk: Buffer): void => {
      length += chunk.length
      if (length <= maxBytes) {
        chunks.push(chunk)
        return
      }
      request.off('data', onData)
      resolve(undefined)
    }
    request.on('data', onData)
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
    request.on('error', (cause) => reject(new RequestAbandoned('The request broke off.', { cause })))
    request.on('close', () => {
      // Every request closes; most of them were whole, and an error costs more than reading the body did.
      if (!request.readableEnded) reject(new RequestAbandoned('The request was closed.'))
    })
  })
}

/** The request ended before it was whole: there is nobody to answer, or the listener did. */
export class RequestAbandoned extends Error {
  override readonly name = 'RequestAbandoned'
}
