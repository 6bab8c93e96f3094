import type { IncomingMessage, ServerResponse } from 'node:http'
import { RejectedError } from '@signalpost/domain'
import { checkJsonContent, parseJson, readBody, refuseUnread } from '@signalpost/runtime'

/** The limit of a body, unless its route has another. */
export const defaultBodyBytes = 65_536

type Options = {
  maxBytes: number
  /** Whether no body counts as an empty object. */
  isOptional?: boolean
  /** Charges the bytes to the caller before they are used. */
  charge?: (bytes: number) => Promise<void> | undefined
}

/**
 * Reads the JSON document in a request's body. Returns undefined when it was too large; the 413 is then sent. Throws
 * RejectedError `unsupported_media_type` or `invalid_json`, and RequestAbandoned.
 */
export async function readJsonBody(
  request: IncomingMessage,
  response: ServerResponse,
  { maxBytes, isOptional = false, charge }: Options,
): Promise<{ value: unknown } | undefined> {
  const bytes = await readBody(request, maxBytes)
  if (bytes === undefined) {
    request.pause()
    await charge?.(Math.max(maxBytes + 1, Number(request.headers['content-length'] ?? 0)))
    refuseUnread(request, response, maxBytes)
    return undefined
  }
  await charge?.(bytes.length)
  if (isOptional && bytes.length === 0) return { value: {} }
  checkJsonContent(request)
  const parsed = parseJson(bytes)
  if (parsed.ok) return parsed
  throw new RejectedError(
    'invalid_json',
    'The body is not one JSON document in UTF-8 without a byte order mark.',
    { issues: [{ path: '', message: 'expected one JSON document in UTF-8 without a byte order mark' }] },
  )
}
