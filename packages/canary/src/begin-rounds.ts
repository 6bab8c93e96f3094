import type { CanaryLease } from '@signalpost/database/canary'
import type { CanaryStage } from '@signalpost/domain'

type Options = {
  /** Leases the round that is due. `held` is the token of the last lease, which rounds in flight still use. */
  lease: (held: string | undefined) => Promise<CanaryLease | undefined>
  follow: (lease: CanaryLease, isOvertaken: (stage: CanaryStage) => boolean) => Promise<void>
  end: (lease: CanaryLease) => Promise<void>
  /** Called when a round has ended: if none is in flight, the next call of `beginDue` gives up the lease. */
  onEnded: () => void
  onError: (error: unknown) => void
}

/**
 * Begins rounds when they are due, also while earlier ones wait for a stage. Otherwise a stage that stops working would be
 * tried only after those have ended, and found to fail a minute late.
 */
export function beginRounds({ lease, follow, end, onEnded, onError }: Options) {
  const inFlight = new Set<Promise<void>>()
  /** The latest round that reported a stage. */
  const reported = new Map<CanaryStage, number>()
  let held: CanaryLease | undefined
  let begun = 0

  const endIfIdle = async (): Promise<void> => {
    if (held === undefined || inFlight.size > 0) return
    const idle = held
    held = undefined
    await end(idle)
  }
  return {
    /** Begins the round that is due, if any. One call at a time. */
    beginDue: async (): Promise<void> => {
      await endIfIdle()
      const leased = await lease(held?.token)
      if (leased === undefined) return
      held = leased
      begun += 1
      const number = begun
      const isOvertaken = (stage: CanaryStage): boolean => {
        if (number < (reported.get(stage) ?? 0)) return true
        reported.set(stage, number)
        return false
      }
      const round: Promise<void> = follow(leased, isOvertaken)
        .catch(onError)
        .finally(() => {
          inFlight.delete(round)
          onEnded()
        })
      inFlight.add(round)
    },
    /** Waits for the rounds in flight, and gives up the lease. */
    finish: async (): Promise<void> => {
      await Promise.all(inFlight)
      await endIfIdle()
    },
  }
}
