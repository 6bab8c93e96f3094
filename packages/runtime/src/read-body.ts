import type { IncomingMessage } from 'node:http'
import type { BodyBudget, BodyShare } from './create-body-budget.ts'

/** What bounds the bytes of requests that are not whole yet. */
export type BodyReading = {
  budget: BodyBudget
  /** Who sends it, asked only where the body does not come in one piece. */
  clientOf: (request: IncomingMessage) => string
}

/**
 * The raw bytes of a request; undefined when they are more than `maxBytes`, and the rest is then not kept. Rejects with
 * RequestAbandoned, and with BodyCrowdedOut where the budget has no room for it.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  options?: BodyReading,
): Promise<Buffer | undefined> {
  const declared = Number(request.headers['content-length'] ?? Number.NaN)
  if (declared > maxBytes) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    let body: Buffer = Buffer.alloc(0)
    let length = 0
    let share: BodyShare | undefined
    const drop = (): void => {
      request.off('data', onData)
      share?.release()
      body = Buffer.alloc(0)
    }
    const crowdOut = (): void => {
      drop()
      reject(new BodyCrowdedOut('Too many requests are unfinished.'))
    }
    const onData = (chunk: Buffer): void => {
      const before = length
      length += chunk.length
      if (length > maxBytes) {
        drop()
        resolve(undefined)
        return
      }
      if (before === 0) body = chunk
      else {
        if (length > body.length) body = grow(body, { length, used: before, most: declared || maxBytes })
        chunk.copy(body, before)
      }
      // One that comes whole is verified at once.
      if (length === declared || options === undefined) return
      share ??= options.budget.open({ client: options.clientOf(request), onCrowdedOut: crowdOut })
      share.hold(body.length)
    }
    request.on('data', onData)
    request.on('end', () => {
      share?.release()
      resolve(length === body.length ? body : body.subarray(0, length))
    })
    request.on('error', (cause) => reject(new RequestAbandoned('The request broke off.', { cause })))
    request.on('close', () => {
      share?.release()
      // Every request closes; most of them were whole, and an error costs more than reading the body did.
      if (!request.readableEnded) reject(new RequestAbandoned('The request was closed.'))
    })
  })
}

/** Twice as large, so that a body in many small pieces is copied a few times only. */
function grow(body: Buffer, { length, used, most }: { length: number; used: number; most: number }): Buffer {
  const grown = Buffer.allocUnsafeSlow(Math.max(length, Math.min(2 * body.length, most)))
  body.copy(grown, 0, 0, used)
  return grown
}

/** The request ended before it was whole: there is nobody to answer, or the listener did. */
export class RequestAbandoned extends Error {
  override readonly name = 'RequestAbandoned'
}

/** Too many bytes of unfinished requests were held; this one was among the slowest. */
export class BodyCrowdedOut extends Error {
  override readonly name = 'BodyCrowdedOut'
}
