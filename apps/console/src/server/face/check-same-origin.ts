import type { IncomingMessage } from 'node:http'
import { RejectedError } from '@signalpost/domain'

/**
 * Throws RejectedError `forbidden` unless a write comes from a page of this origin, as JSON. Another port of the same
 * host is another origin, although cookies do not see the difference.
 */
export function checkSameOrigin(request: IncomingMessage, consoleOrigin: string): void {
  const { headers } = request
  const site = headers['sec-fetch-site']
  const isSameOrigin =
    site === undefined ? isOwnOrigin(headers.origin, [consoleOrigin, headers.host]) : site === 'same-origin'
  if (!isSameOrigin) throw new RejectedError('forbidden', 'Writes must come from a page of this console.')
  checkJsonWrite(request)
}

/** Throws RejectedError `forbidden` unless a write is declared as JSON. */
export function checkJsonWrite({ headers }: IncomingMessage): void {
  if (/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) return
  throw new RejectedError('forbidden', 'Writes must have the content-type application/json.')
}

function isOwnOrigin(origin: string | undefined, own: readonly (string | undefined)[]): boolean {
  if (origin === undefined) return false
  return own.includes(origin) || own.includes(URL.parse(origin)?.host)
}
