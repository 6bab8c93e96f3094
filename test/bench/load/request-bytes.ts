export type LoadRequest = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: Buffer
}

/** Returns a request's bytes on a kept connection. */
export function requestBytes({ method, path, headers, body }: LoadRequest): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`content-length: ${body.length}`]),
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  return body === undefined ? head : Buffer.concat([head, body])
}
