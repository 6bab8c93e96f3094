const tenDigits = /^[0-9]{10}$/

/**
 * Returns Unix seconds of exactly ten digits (2001 to 2286), or undefined. `parseInt` would stop at the first letter.
 */
export function findTimestampSeconds(text: string): number | undefined {
  return tenDigits.test(text) ? Number(text) : undefined
}

/** Throws `RangeError` for a number that does not have ten digits. */
export function formatTimestamp(timestampSeconds: number): string {
  const text = String(timestampSeconds)
  if (tenDigits.test(text)) return text
  throw new RangeError('a timestamp is a whole number of Unix seconds of ten digits')
}
