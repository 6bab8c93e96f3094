import { type Outgoing, OutgoingError } from '@signalpost/outgoing'
import { documentMetadata } from './client-metadata.ts'

const timeoutMs = 2_500
const maxKeyBytes = 64 * 1024
/** Of a metadata document. */
export const maxDocumentBytes = 5 * 1024

/**
 * Fetches metadata documents of clients and their keys through the guard, in place of the provider's own fetch: without
 * redirects, and nothing at private addresses.
 */
export function createDocumentFetch(outgoing: Outgoing): (url: string | URL | Request) => Promise<Response> {
  return async (given) => {
    const url = given instanceof Request ? given.url : String(given)
    const { status, body } = await outgoing.request({
      ...{ method: 'GET', url, headers: { accept: 'application/json' } },
      ...{ timeoutMs, maxAnswerBytes: maxKeyBytes, wholeAnswer: true },
    })
    if (status !== 200) return new Response(null, { status: 404 })
    const document = parse(body)
    if (document?.client_id !== url) return new Response(new Uint8Array(body))
    if (body.length > maxDocumentBytes) throw new OutgoingError('too_large', { sentNothing: false })
    return new Response(JSON.stringify(documentMetadata(document)))
  }
}

function parse(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString())
    // The cast: an object that is no list.
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
