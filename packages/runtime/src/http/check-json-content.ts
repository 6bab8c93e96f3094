import type { IncomingMessage } from 'node:http'
import { RejectedError } from '@signalpost/domain'
import { isJsonContentType } from './is-json-content-type.ts'

/** Throws RejectedError `unsupported_media_type` unless the body is JSON in UTF-8 without content-encoding. */
export function checkJsonContent(request: IncomingMessage): void {
  if (request.headers['content-encoding'] !== undefined) {
    throw new RejectedError('unsupported_media_type', 'The body must be sent without a content-encoding.')
  }
  const isJson = isJsonContentType(request.headers['content-type'])
  if (!isJson || isRepeated(request.rawHeaders, 'content-type')) {
    throw new RejectedError(
      'unsupported_media_type',
      'The content-type must be application/json or …+json in UTF-8.',
    )
  }
}

// `headers` keeps the first of several values and hides the others.
function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index]
    if (given?.length === name.length && given.toLowerCase() === name) count += 1
  }
  return count > 1
}
