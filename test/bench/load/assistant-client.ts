import type { Client } from './open-client.ts'
import { requestBytes } from './request-bytes.ts'

/** Asks at `/mcp` as a client of revision 2025-11-25 does. Returns the text of the result. Throws where it is none. */
export async function askAssistant(
  client: Client,
  { token, method, params }: { token: string; method: string; params: object },
): Promise<string> {
  const headers = {
    ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    ...{ 'mcp-protocol-version': '2025-11-25', authorization: `Bearer ${token}` },
  }
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  const { status, body: answer } = await client.send(
    requestBytes({ method: 'POST', path: '/mcp', headers, body }),
  )
  const text = answer
    .toString()
    .replace(/^[^{]*/, '')
    .trimEnd()
  const message: { result?: { isError?: boolean } } | undefined =
    status === 200 ? JSON.parse(text) : undefined
  if (message?.result === undefined || message.result.isError === true) {
    throw new Error(`${method} ${JSON.stringify(params)} answered ${status}: ${text.slice(0, 300)}`)
  }
  return JSON.stringify(message.result)
}
