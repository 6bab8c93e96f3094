import { decodeTime, encodeTime, monotonicFactory } from 'ulid'

const timeLength = 10
const stepBackToleratedMs = 60_000

let nextUlid = monotonicFactory()
let latestMs = 0

/**
 * A new id: the prefix and a ULID (github.com/ulid/spec) in lower case, so that ids sort by time. Ids made one
 * after the other in one process for one `ms` share their time part and ascend, also while a clock steps back a
 * little. After a clock that was far ahead was put right, ids begin anew with the right time: those of the future
 * would have no partition.
 */
export function createId(prefix: string, ms: number = Date.now()): string {
  if (ms < latestMs - stepBackToleratedMs) {
    nextUlid = monotonicFactory()
    latestMs = ms
  }
  latestMs = Math.max(latestMs, ms)
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
