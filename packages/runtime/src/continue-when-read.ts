import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Answers `Expect: 100-continue` once the body is read, so that a sender whose request is refused before does not send
 * it. Such a refusal closes the connection: the server could not tell whether what follows is the body.
 */
export function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const { shouldKeepAlive } = response
  response.shouldKeepAlive = false
  request.once('resume', () => {
    if (response.headersSent) return
    response.shouldKeepAlive = shouldKeepAlive
    response.writeContinue()
  })
}
