import type { Channel, Outcome } from '@signalpost/channels'
import type { ChannelHealth } from '@signalpost/database'

const windowMs = 5 * 60_000
const attemptsAtLeast = 10
const failuresShare = 0.7
const failuresInARow = 10
const firstPauseMs = 30_000
const longestPauseMs = 15 * 60_000

export type HealthJudgement = {
  health: ChannelHealth
  state: 'active' | 'degraded' | undefined
  /** Whether it did nothing but fail for so long that it ends. */
  isGivenUp: boolean
}

/**
 * What an attempt says of its channel. Too many failures open the breaker: the channel rests, each time longer, and is
 * then probed by one message; a receiver that answers, even with a refusal, closes it.
 */
export function judgeHealth({
  health,
  outcome,
  isProbe,
  disabledAfter,
  pauseMs = 0,
  nowMs,
}: {
  health: ChannelHealth
  outcome: Outcome['outcome']
  isProbe: boolean
  disabledAfter: Channel['disabledAfter']
  pauseMs?: number | undefined
  nowMs: number
}): HealthJudgement {
  const counted = countAttempt(health, nowMs)
  if (outcome !== 'retry' && outcome !== 'ambiguous') {
    const pausedUntil = pauseMs > 0 ? new Date(nowMs + pauseMs) : null
    // Only what was taken ends a time of nothing but failures.
    const streak = outcome === 'sent' ? { failingSince: null, consecutiveFailures: 0 } : {}
    return {
      health: { ...counted, ...streak, pausedUntil, breakerOpenings: 0 },
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
  disabledAfter: Channel['disabledAfter'],
  nowMs: number,
): boolean {
  if (disabledAfter === undefined || failingSince === null) return false
  const failingMs = nowMs - failingSince.getTime()
  return failingMs >= disabledAfter.failingMs && consecutiveFailures >= disabledAfter.attempts
}
