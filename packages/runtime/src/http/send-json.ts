import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** Sends a JSON document. */
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
  // Text leaves in one piece with the header.
  response.end(text)
}
