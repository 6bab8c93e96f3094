import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Sends `100 Continue` only when the body is read, so a sender whose request is refused earlier does not send the body.
 * Such a refusal closes the connection, because the server could not know whether the following bytes are the body.
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
