import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const idsByRequest = new WeakMap<IncomingMessage, string>()

/**
 * Returns the caller's `x-request-id` if it matches `[A-Za-z0-9._-]{1,64}`, else a random one; the same on every call.
 */
export function requestId(request: IncomingMessage): string {
  const known = idsByRequest.get(request)
  if (known !== undefined) return known
  const given = request.headers['x-request-id']
  const id = typeof given === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : randomUUID()
  idsByRequest.set(request, id)
  return id
}
