import { dayMs, readRetryAfterMs, secondMs } from '@signalpost/domain'
import type { PlatformAnswer, SearchFault } from '../search.ts'

/** Parses an answer of status 200, or says why there is none. `gone` is what a 404 means. */
export function readAnswer(
  answer: PlatformAnswer,
  { gone }: { gone?: string } = {},
): { json: unknown } | SearchFault {
  const fault = findFault(answer, gone)
  if (fault !== undefined) return fault
  try {
    return { json: JSON.parse(answer.body.replace(/^\ufeff/, '')) as unknown }
  } catch {
    return broken('The answer is not JSON.')
  }
}

export function broken(message: string): SearchFault {
  return { fault: 'broken', message }
}

/** Returns what the status of an answer means; undefined for 200. `gone` is what a 404 means. */
export function findFault(answer: PlatformAnswer, gone?: string): SearchFault | undefined {
  const { status } = answer
  if (status === 200) return undefined
  const retryAfterMs = findRetryAfterMs(answer)
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs }
  if (status === 429) return { fault: 'throttled', message: 'Too many requests (429).', ...wait }
  if (status === 401 || status === 403) {
    return { fault: 'unauthorised', message: `The platform refuses us (${status}).`, ...wait }
  }
  if (status === 404 && gone !== undefined) return { fault: 'gone', message: gone }
  if (status === 503 && retryAfterMs !== undefined) {
    return { fault: 'throttled', message: 'The platform asks us to wait (503).', ...wait }
  }
  return { ...broken(`The platform answered ${status}.`), ...wait }
}

/**
 * Reads `Retry-After` as seconds or as a date, from 1 s to 24 h. A date is compared with the platform's own clock where
 * the answer shows it.
 */
export function findRetryAfterMs({ headers, receivedAtMs }: PlatformAnswer): number | undefined {
  const sentMs = Date.parse(headers.date ?? '')
  const waitMs = readRetryAfterMs(headers['retry-after'], Number.isNaN(sentMs) ? receivedAtMs : sentMs)
  return waitMs === undefined ? undefined : Math.min(dayMs, Math.max(secondMs, Math.ceil(waitMs)))
}
