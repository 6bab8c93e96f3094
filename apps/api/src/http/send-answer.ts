import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Route } from './define-route.ts'
import { keepPace, type Pace } from './least-pace.ts'
import type { RouteAnswer } from './route-answer.ts'

/**
 * Sends a success, complete or as a stream. A stream whose reader has gone ends without an error; it fails if the
 * reader is too slow.
 */
export async function sendAnswer(
  response: ServerResponse,
  { body, headers }: RouteAnswer,
  { success, pace }: { success: Route['success']; pace: Pace },
): Promise<void> {
  const { status, contentType = 'application/json', headers: always } = success
  const all = { 'content-type': `${contentType}; charset=utf-8`, ...always, ...headers }
  if (typeof body === 'string') {
    response.writeHead(status, { ...all, 'content-length': Buffer.byteLength(body) })
    // Text leaves in one piece with the header.
    response.end(body)
    return
  }
  response.writeHead(status, all)
  if (response.req.method === 'HEAD') {
    body.destroy()
    response.end()
    return
  }
  try {
    await pipeline(body, keepPace(response, pace), response)
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
