import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { keepPace, type Pace } from './least-pace.ts'
import type { RouteAnswer } from './route.ts'

type Success = { status: number; contentType?: string; headers?: Record<string, string> }

/**
 * Sends a success, complete or as a stream. A stream whose reader has gone ends without an error; it fails if the
 * reader is too slow.
 */
export async function sendAnswer(
  response: ServerResponse,
  { body, headers }: RouteAnswer,
  { success, pace }: { success: Success; pace: Pace },
): Promise<void> {
  if (typeof body === 'function') return body(response)
  const { status, contentType = 'application/json', headers: always } = success
  if (status === 204) {
    response.writeHead(status).end()
    return
  }
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
