import { decodeTime, encodeTime, monotonicFactory } from 'ulid'

const timeLength = 10
const nextUlid = monotonicFactory()

/**
 * A new id: the prefix and a ULID (github.com/ulid/spec) in lower case, so that ids sort by time. Ids made one
 * after the other in one process for one `ms` share their time part and ascend.
 */
export function createId(prefix: string, ms: number = Date.now()): string {
  return prefix + nextUlid(ms).toLowerCase()
}

/** The smallest text that ids of this prefix made at `ms` or later can be. */
export function idFloor(prefix: string, ms: number): string {
  return prefix + encodeTime(ms, timeLength).toLowerCase()
}

/** When an id was made, in milliseconds; undefined when it is not one of ours. */
export function idTimeMs(id: string): number | undefined {
  const match = /^[a-z]+_([0-9a-hjkmnp-tv-z]{26})$/.exec(id)
  if (match?.[1] === undefined || match[1] > '7zzzzzzzzzzzzzzzzzzzzzzzzz') return undefined
  return decodeTime(match[1].toUpperCase())
}
