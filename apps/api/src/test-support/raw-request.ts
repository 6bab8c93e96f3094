import { request as httpRequest } from 'node:http'

type RawAnswer = { status: number | undefined; headers: NodeJS.Dict<string | string[]>; text: string }

/** Sends what fetch would not: headers of one name several times, and bodies that are refused unread. */
export function rawRequest(
  url: string,
  { method, headers, body = '' }: { method: string; headers: string[]; body?: string | Buffer },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { host } = new URL(url)
    let isAnswered = false
    const options = { method, headers: ['host', host, 'connection', 'close', ...headers], agent: false }
    const request = httpRequest(url, options, (response) => {
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
