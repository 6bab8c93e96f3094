import { minuteMs, RejectedError } from '@signalpost/domain'

/** Far more than pages ask for, and less than it takes to keep a process busy. */
const mostAMinute = 3_000
const mostSessions = 10_000

/**
 * Returns what counts a request of a session, in windows of a minute. Throws RejectedError `rate_limited`. It holds in
 * this process alone: what it spares is the work of this process.
 */
export function createSessionRate({ nowMs }: { nowMs: () => number }): (sessionId: string) => void {
  const counts = new Map<string, number>()
  let window = Number.NaN
  return (sessionId) => {
    const present = Math.floor(nowMs() / minuteMs)
    if (present !== window || counts.size >= mostSessions) counts.clear()
    window = present
    const count = (counts.get(sessionId) ?? 0) + 1
    counts.set(sessionId, count)
    if (count <= mostAMinute) return
    const seconds = Math.max(1, Math.ceil(((present + 1) * minuteMs - nowMs()) / 1_000))
    throw new RejectedError('rate_limited', 'This session has made too many requests in this minute.', {
      headers: { 'retry-after': String(seconds) },
    })
  }
}
