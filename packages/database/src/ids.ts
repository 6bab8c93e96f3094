import { decodeTime, encodeTime, monotonicFactory } from 'ulid'

const timeLength = 10
const stepBackToleratedMs = 60_000

/**
 * Creates an id: the prefix and a ULID (github.com/ulid/spec) in lower case, so ids sort by time. Ids made in
 * succession in one process for the same `ms` share their time part and ascend, even if the clock steps back a little.
 * After a clock far in the future was corrected, ids restart at the right time: future ids would have no partition.
 */
export const createId: (prefix: string, ms?: number) => string = createIdSeries()

/** Creates ids as `createId` does, in a series of its own: ids made elsewhere in between do not advance its time. */
export function createIdSeries(): (prefix: string, ms?: number) => string {
  let nextUlid = monotonicFactory()
  let latestMs = 0
  return (prefix, ms = Date.now()) => {
    if (ms < latestMs - stepBackToleratedMs) {
      nextUlid = monotonicFactory()
      latestMs = ms
    }
    latestMs = Math.max(latestMs, ms)
    return prefix + nextUlid(ms).toLowerCase()
  }
}

/** Returns the smallest possible id of this prefix made at `ms` or later. */
export function idFloor(prefix: string, ms: number): string {
  return prefix + encodeTime(ms, timeLength).toLowerCase()
}

/** Returns when an id was made, in milliseconds; undefined if it is not one of ours. */
export function idTimeMs(id: string): number | undefined {
  const match = /^[a-z]+_([0-9a-hjkmnp-tv-z]{26})$/.exec(id)
  if (match?.[1] === undefined || match[1] > '7zzzzzzzzzzzzzzzzzzzzzzzzz') return undefined
  return decodeTime(match[1].toUpperCase())
}
