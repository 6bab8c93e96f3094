import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorBody, errorCodes } from '@signalpost/domain'

const drainMs = 2_000
const drainBytes = 16 * 1024 * 1024

/**
 * Answers 413 at once and closes the connection. Closing while a sender still writes would reset the connection and
 * lose the answer on its way, so what comes is read and thrown away for a bounded while.
 */
export function refuseUnread(request: IncomingMessage, response: ServerResponse, maxBytes: number): void {
  const body = JSON.stringify(errorBody('body_too_large', `The body is larger than ${maxBytes} bytes.`))
  response.writeHead(errorCodes.body_too_large.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  })
  response.write(body)
  let drained = 0
  const finish = (): void => {
    clearTimeout(timer)
    response.end()
    request.off('data', onData)
  }
  const onData = (chunk: Buffer): void => {
    drained += chunk.length
    if (drained > drainBytes) finish()
  }
  const timer = setTimeout(finish, drainMs)
  request.on('data', onData)
  request.once('end', finish)
  request.once('close', finish)
  request.resume()
}
