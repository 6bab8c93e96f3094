/** How an attempt to send through a channel ended. */
export type AttemptOutcome = 'sent' | 'retry' | 'throttled' | 'ambiguous' | 'rejected' | 'disabled'

/** The recent health of a channel. */
export type ChannelHealth = {
  failingSince: Date | null
  consecutiveFailures: number
  /** Until then the breaker is open and blocks all messages, or its probe is under way. */
  pausedUntil: Date | null
  windowStartedAt: Date | null
  windowAttempts: number
  windowFailures: number
  breakerOpenings: number
}

/** How long a channel must only fail before it is disabled, and in how many attempts at least. */
export type DisabledAfter = { failingMs: number; attempts: number }

const windowMs = 5 * 60_000
const attemptsAtLeast = 10
const failuresShare = 0.7
const failuresInARow = 10
const firstPauseMs = 30_000
const longestPauseMs = 15 * 60_000

export type ChannelHealthJudgement = {
  health: ChannelHealth
  state: 'active' | 'degraded' | undefined
  /** Whether it only failed for so long that it must be disabled. */
  isGivenUp: boolean
}

/**
 * Returns the health of a channel after an attempt. Too many failures open its breaker: the channel pauses, longer each
 * time, and then one message probes it. A receiver that answers, even with a refusal, closes the breaker.
 */
export function judgeChannelHealth({
  health,
  outcome,
  isProbe,
  disabledAfter,
  nowMs,
}: {
  health: ChannelHealth
  outcome: AttemptOutcome
  isProbe: boolean
  disabledAfter: DisabledAfter | undefined
  nowMs: number
}): ChannelHealthJudgement {
  const counted = countAttempt(health, nowMs)
  if (outcome !== 'retry' && outcome !== 'ambiguous') {
    // Only a message that was sent ends a series of failures.
    const streak = outcome === 'sent' ? { failingSince: null, consecutiveFailures: 0 } : {}
    return {
      health: { ...counted, ...streak, pausedUntil: null, breakerOpenings: 0 },
      state: outcome === 'sent' || health.breakerOpenings > 0 ? 'active' : undefined,
      isGivenUp: false,
    }
  }
  const failed: ChannelHealth = {
    ...counted,
    windowFailures: counted.windowFailures + 1,
    failingSince: health.failingSince ?? new Date(nowMs),
    consecutiveFailures: health.consecutiveFailures + 1,
  }
  const isGivenUp = isFailingForTooLong(failed, disabledAfter, nowMs)
  const isResting = health.pausedUntil !== null && health.pausedUntil.getTime() > nowMs
  if ((isResting && !isProbe) || !(isProbe || isTooMuch(failed))) {
    return { health: failed, state: undefined, isGivenUp }
  }
  const restMs = Math.min(firstPauseMs * 2 ** Math.min(health.breakerOpenings, 10), longestPauseMs)
  return {
    health: {
      ...failed,
      windowStartedAt: null,
      windowAttempts: 0,
      windowFailures: 0,
      breakerOpenings: health.breakerOpenings + 1,
      pausedUntil: new Date(nowMs + restMs),
    },
    state: 'degraded',
    isGivenUp,
  }
}

function countAttempt(health: ChannelHealth, nowMs: number): ChannelHealth {
  const { windowStartedAt } = health
  if (windowStartedAt === null || nowMs - windowStartedAt.getTime() > windowMs) {
    return { ...health, windowStartedAt: new Date(nowMs), windowAttempts: 1, windowFailures: 0 }
  }
  return { ...health, windowAttempts: health.windowAttempts + 1 }
}

function isTooMuch({ consecutiveFailures, windowAttempts, windowFailures }: ChannelHealth): boolean {
  return (
    consecutiveFailures >= failuresInARow ||
    (windowAttempts >= attemptsAtLeast && windowFailures >= failuresShare * windowAttempts)
  )
}

function isFailingForTooLong(
  { failingSince, consecutiveFailures }: ChannelHealth,
  disabledAfter: DisabledAfter | undefined,
  nowMs: number,
): boolean {
  if (disabledAfter === undefined || failingSince === null) return false
  const failingMs = nowMs - failingSince.getTime()
  return failingMs >= disabledAfter.failingMs && consecutiveFailures >= disabledAfter.attempts
}
