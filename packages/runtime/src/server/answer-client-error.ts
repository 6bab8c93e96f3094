import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, errorBody, errorCodes } from '@signalpost/domain'

type ParserRefusal = { code: ErrorCode; message: string }

const malformed: ParserRefusal = { code: 'bad_request', message: 'The request is not well-formed HTTP.' }

/** By the code of the parser's error; any other code means malformed. */
const refusals: Record<string, ParserRefusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout', message: 'The request did not arrive in time.' },
  HPE_HEADER_OVERFLOW: { code: 'headers_too_large', message: 'The headers are larger than 16 KiB.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { code: 'body_too_large', message: 'The chunk extensions are too large.' },
}

/** Sends an answer on a connection whose request the HTTP parser rejected, and closes it. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET' || error.code === 'EPIPE') {
    socket.destroy()
    return
  }
  const { code, message } = refusals[error.code ?? ''] ?? malformed
  const { status } = errorCodes[code]
  const body = JSON.stringify(errorBody(code, message))
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      `x-request-id: ${randomUUID()}`,
      `date: ${new Date().toUTCString()}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  )
}
