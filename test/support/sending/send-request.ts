import { type Agent, request } from 'node:http'

export type Answer = { status: number; headers: Record<string, string | undefined>; body: string }

/** Sends one POST; rejects when the connection breaks or no answer comes within `timeoutMs`. */
export function sendRequest(
  url: string,
  {
    headers,
    body,
    agent,
    timeoutMs,
    method = 'POST',
  }: {
    headers: Record<string, string>
    body: Buffer
    /** False uses a new connection. */
    agent: Agent | false
    timeoutMs: number
    method?: string
  },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = request(
      url,
      {
        method,
        agent,
        headers: { ...headers, 'content-length': String(body.length) },
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('close', () => {
          if (!response.complete) {
            reject(new Error('The connection broke in the middle of the answer.'))
            return
          }
          const single = Object.entries(response.headers).map(([name, value]) => [name, value?.toString()])
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(single),
            body: Buffer.concat(chunks).toString('utf8'),
          })
        })
      },
    )
    sending.on('error', reject)
    sending.end(body)
  })
}
