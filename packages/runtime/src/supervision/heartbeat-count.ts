const mostMissed = 3

export type HeartbeatCount = {
  /** A heartbeat arrived. */
  beat: (heartbeat: { isInspected: boolean }) => void
  /** The time of one heartbeat has passed. Returns whether the process has missed three in a row. */
  tick: () => boolean
}

/**
 * Counts missed heartbeats by ticks of the supervisor's own timer, not by a clock. A suspended machine or a stopped
 * supervisor ticks once when it wakes, so a healthy process is never blamed for the time in between. A process that has
 * never sent a heartbeat, has a debugger attached, or is halted (`isHalted`) misses none.
 */
export function createHeartbeatCount({ isHalted }: { isHalted: () => boolean }): HeartbeatCount {
  let isWatched = false
  let missed = 0
  let hasBeaten = false
  return {
    beat: ({ isInspected }) => {
      isWatched = !isInspected
      hasBeaten = true
    },
    tick: () => {
      missed = hasBeaten || !isWatched || isHalted() ? 0 : missed + 1
      hasBeaten = false
      return missed >= mostMissed
    },
  }
}
