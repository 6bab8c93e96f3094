import { type Answer, ask } from './check-answer.ts'

export type Sent = { key: string; body: unknown; headers?: Record<string, string> }

/** Sends a JSON document and checks the answer against the interface description. */
export function sendBody(
  method: 'POST' | 'PATCH',
  url: string,
  { key, body, headers }: Sent,
): Promise<Answer> {
  return ask(url, {
    method,
    key,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}
