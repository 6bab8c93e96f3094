import type { OutgoingAnswer } from '@signalpost/outgoing'
import type { Fetch } from './fetch.ts'

const mostRedirects = 5

/** The name by which robots.txt may address this crawler. */
export const agentName = 'Signalpost'

export type Document = OutgoingAnswer & { url: URL }

export type FetchOptions = {
  fetch: Fetch
  signal: AbortSignal
  /** Covers the document and all redirects to it. */
  timeoutMs: number
  maxBytes: number
  accept: string
  onlyHtml?: boolean
  /** Whether to follow a redirect to this address. */
  isWelcome?: (url: URL) => Promise<boolean>
}

/**
 * Fetches a document and follows its redirects, each of which passes the guard. Returns undefined when there are too
 * many, they form a circle, or they lead where they must not. Throws OutgoingError.
 */
export async function fetchDocument(
  start: URL,
  { fetch, signal, timeoutMs, maxBytes, accept, onlyHtml = false, isWelcome }: FetchOptions,
): Promise<Document | undefined> {
  const endsAtMs = performance.now() + timeoutMs
  const seen = new Set<string>()
  let url = start
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    seen.add(url.href)
    const answer = await fetch(
      {
        url: url.href,
        accept,
        timeoutMs: Math.max(1, endsAtMs - performance.now()),
        maxBytes,
        onlyHtml,
      },
      signal,
    )
    const next = redirectOf(answer, url)
    if (next === undefined) return { ...answer, url }
    if (seen.has(next.href) || (await isWelcome?.(next)) === false) return undefined
    url = next
  }
  return undefined
}

function redirectOf({ status, headers }: OutgoingAnswer, url: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined) return undefined
  const next = URL.parse(headers.location, url.href)
  if (next !== null) next.hash = ''
  return next ?? undefined
}
