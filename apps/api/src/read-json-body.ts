import type { IncomingMessage, ServerResponse } from 'node:http'
import { RejectedError } from '@signalpost/domain'
import { checkJsonContent, parseJson, readBody, refuseUnread } from '@signalpost/runtime'

/** Room for the largest valid request: a hundred deals whose texts are escapes. */
export const maxBodyBytes = 1_048_576

/**
 * The JSON document in a request's body; undefined when it was too large, which is then answered. Throws
 * RejectedError `unsupported_media_type` or `invalid_json`, and RequestAbandoned.
 */
export async function readJsonBody(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<{ value: unknown } | undefined> {
  const bytes = await readBody(request, maxBodyBytes)
  if (bytes === undefined) {
    refuseUnread(request, response, maxBodyBytes)
    return undefined
  }
  checkJsonContent(request)
  const parsed = parseJson(bytes)
  if (parsed.ok) return parsed
  throw new RejectedError(
    'invalid_json',
    'The body is not one JSON document in UTF-8 without a byte order mark.',
    { issues: [{ path: '', message: 'expected one JSON document in UTF-8 without a byte order mark' }] },
  )
}
