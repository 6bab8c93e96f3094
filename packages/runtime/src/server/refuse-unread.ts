import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorBody, errorCodes } from '@signalpost/domain'
import type { Refusal } from '../http/send-error.ts'

const drainMs = 2_000
const drainBytes = 16 * 1024 * 1024

/** Sends 413 at once and closes the connection. */
export function refuseUnread(request: IncomingMessage, response: ServerResponse, maxBytes: number): void {
  const message = `The body is larger than ${maxBytes} bytes.`
  answerUnread(request, response, { code: 'body_too_large', message })
}

/**
 * Sends an answer before the body has arrived, and closes the connection. Closing while the sender still writes would reset the
 * connection and lose the answer, so incoming bytes are read and dropped for a limited time.
 */
export function answerUnread(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const body = JSON.stringify(errorBody(refusal.code, refusal.message))
  response.writeHead(errorCodes[refusal.code].status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...refusal.headers,
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
