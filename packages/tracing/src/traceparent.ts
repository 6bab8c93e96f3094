const pattern = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/
const firstVersionLength = 55
/** More than any version has needed so far; stored values stay small. */
const maxLength = 256
const sampledFlag = 1

/** A span of some process, as others name it. */
export type SpanContext = { traceId: string; spanId: string; isSampled: boolean }

/**
 * Reads the header `traceparent` of W3C Trace Context. Returns undefined for anything that the recommendation calls
 * invalid, and for several headers.
 */
export function parseTraceparent(value: unknown): SpanContext | undefined {
  if (typeof value !== 'string' || value.length > maxLength) return undefined
  const [, version, traceId, spanId, flags] = pattern.exec(value) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  // Later versions may append members; the first has none.
  if (version === '00' && value.length !== firstVersionLength) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & sampledFlag) !== 0 }
}

export function formatTraceparent({ traceId, spanId, isSampled }: SpanContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}
