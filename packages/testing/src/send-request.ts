import { type Agent, request as httpRequest } from 'node:http'
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
  agent?: Agent | false
  /** Without one, it waits as long as the connection lasts. */
  timeoutMs?: number
}

/**
 * Sends exactly these headers, besides `host` and `content-length`. Rejects when the connection breaks or no whole answer
 * comes within `timeoutMs`.
 */
export async function sendRequest(
  origin: string,
  { method = 'POST', path = '/', headers = [], body = '', agent = false, timeoutMs }: RequestParts = {},
): Promise<Answer> {
  const length = String(Buffer.byteLength(body))
  const sent: Header[] = [['host', new URL(origin).host], ['content-length', length], ...headers]
  const signal = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  return new Promise((resolve, reject) => {
    const request = httpRequest(origin, { method, path, headers: sent.flat(), agent, signal }, (response) => {
      const { statusCode: status = 0, rawHeaders } = response
      const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
      const headers = Object.fromEntries(received)
      const headerNames = rawHeaders.filter((_text, index) => index % 2 === 0)
      text(response).then((answer) => resolve({ status, headers, headerNames, body: answer }), reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}
