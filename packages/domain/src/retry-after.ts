/**
 * Reads `Retry-After` as seconds, also with a fraction, or as a date, and returns for how long it asks to wait from `nowMs` on;
 * negative for a date that has passed. Of several values, which some proxies add, the first counts. Undefined for anything else.
 */
export function readRetryAfterMs(text: string | undefined, nowMs: number): number | undefined {
  const [, seconds] = /^\s*(\d{1,15}(?:\.\d{1,9})?)\s*(?:,|$)/.exec(text ?? '') ?? []
  if (seconds !== undefined) return Number(seconds) * 1_000
  const date = text?.trim() ?? ''
  // Every form of a date names its month. The parser also reads numbers, and a date without a zone as one of this machine's.
  if (!/[a-z]{3}/i.test(date)) return undefined
  const untilMs = Date.parse(/\b(?:GMT|UTC|Z)$|[+-]\d{2}:?\d{2}$/i.test(date) ? date : `${date} GMT`)
  return Number.isNaN(untilMs) ? undefined : untilMs - nowMs
}
