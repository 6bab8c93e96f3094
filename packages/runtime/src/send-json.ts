import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** Answers with a JSON document. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: OutgoingHttpHeaders = {},
): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  // As text it leaves in one piece with the header.
  response.end(text)
}
