import { request as httpRequest } from 'node:http'

type RawAnswer = { status: number | undefined; headers: NodeJS.Dict<string | string[]>; text: string }

/** Sends what fetch would not: repeated headers, and bodies that are refused unread. */
export function rawRequest(
  url: string,
  {
    method,
    path,
    headers,
    body = '',
  }: {
    method: string
    /** Sent as written, where a URL would normalise it. */
    path?: string
    headers: string[]
    body?: string | Buffer
  },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let isAnswered = false
    const { host, hostname, port, pathname, search } = new URL(url)
    const options = {
      hostname,
      port,
      path: path ?? `${pathname}${search}`,
      method,
      headers: ['host', host, 'connection', 'close', ...headers],
      agent: false,
    }
    const request = httpRequest(options, (response) => {
      isAnswered = true
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }))
    })
    request.on('error', (error) => isAnswered || reject(error))
    request.end(body)
  })
}
