import { type Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

export type Answer = {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  /** In the order received. */
  headerNames: string[]
  body: string
}

export type Header = readonly [name: string, value: string]

export type RequestParts = {
  method?: string
  path?: string
  /** Sent as given, including repetitions. */
  headers?: readonly Header[]
  body?: Buffer | string
  /** Without one, the connection is used once. */
  agent?: Agent
}

/** Sends exactly these headers, besides `host` and `content-length`. */
export function sendRequest(
  port: number,
  { method = 'POST', path = '/', headers = [], body = '', agent }: RequestParts,
): Promise<Answer> {
  const length = String(Buffer.byteLength(body))
  const sent: Header[] = [['host', `127.0.0.1:${port}`], ['content-length', length], ...headers]
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, method, path, headers: sent.flat(), agent: agent ?? false },
      (response) => {
        const { statusCode: status = 0, rawHeaders } = response
        const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
        const headers = Object.fromEntries(received)
        const headerNames = rawHeaders.filter((_text, index) => index % 2 === 0)
        text(response).then((answer) => resolve({ status, headers, headerNames, body: answer }), reject)
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

/** Writes bytes on a new connection and leaves it open. Returns everything received until it is closed. */
export function exchangeBytes(port: number, bytes: Buffer | string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(bytes))
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
    })
    socket.on('error', () => undefined) // a reset counts as an end
    socket.on('close', () => resolve(answer))
  })
}

/**
 * Returns the parts of an answer that may differ for a sender: everything but values that differ between any two
 * answers.
 */
export function visibleParts({ headers, ...answer }: Answer) {
  return { ...answer, headers: { ...headers, date: 'any', 'x-request-id': 'any' } }
}
