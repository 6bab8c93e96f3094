import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Route, RouteAnswer } from './define-route.ts'

/** Answers with a success, at once or as it comes. A stream whose reader has gone ends without an error. */
export async function sendAnswer(
  response: ServerResponse,
  { status, contentType = 'application/json', headers: always }: Route['success'],
  { body, headers }: RouteAnswer,
): Promise<void> {
  const all = { 'content-type': `${contentType}; charset=utf-8`, ...always, ...headers }
  if (typeof body === 'string') {
    const bytes = Buffer.from(body)
    response.writeHead(status, { ...all, 'content-length': bytes.length })
    response.end(bytes)
    return
  }
  response.writeHead(status, all)
  if (response.req.method === 'HEAD') {
    body.destroy()
    response.end()
    return
  }
  try {
    await pipeline(body, response)
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
