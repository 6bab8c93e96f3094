import { type DueChannel, findDueChannels } from '@signalpost/database/dispatches'
import { createWakeableLoop } from '@signalpost/runtime'
import { type SendDependencies, sendNext } from './send-next.ts'

/** Sends what is due, with separate lanes for each channel. */
export type Dispatcher = {
  /** Checks at once whether something is due. */
  nudge: () => void
  /** Starts no more messages and waits for those in flight. */
  stop: () => Promise<void>
}

const intervalAfterErrorMs = 1_000
const roundIntervalMs = 1_000
// Without messages, until a nudge; this is for nudges that never come.
const idleIntervalMs = 10_000
const freshAtOnce = 4
const retriesAtOnce = 1

/**
 * A channel has two lanes, one for first attempts and one for retries, each with its own limit. So slow or failing
 * messages hold up only their own lane. A lane widens as its messages begin.
 */
export function runDispatcher(
  dependencies: SendDependencies,
  { onError }: { onError: (error: unknown) => void },
): Dispatcher {
  const { database, settings, nowMs } = dependencies
  const widths = new Map<string, number>()
  const running = new Set<Promise<void>>()
  let isStopping = false

  const widen = (channel: DueChannel, isRetry: boolean): void => {
    const { channelId, orgId } = channel
    const key = `${channelId} ${isRetry}`
    const width = widths.get(key) ?? 0
    if (isStopping || width >= (isRetry ? retriesAtOnce : freshAtOnce)) return
    widths.set(key, width + 1)
    const lane = { channelId, orgId, isRetry }
    const run = async (): Promise<void> => {
      while (!isStopping && (await sendNext(dependencies, lane, () => widen(channel, isRetry)))) {
        // Continues until nothing is due.
      }
    }
    const runner = run()
      .catch(onError)
      .finally(() => {
        running.delete(runner)
        const left = (widths.get(key) ?? 1) - 1
        if (left === 0) widths.delete(key)
        else widths.set(key, left)
      })
    running.add(runner)
  }

  const loop = createWakeableLoop({
    round: async () => {
      await settings.refresh()
      const channels = await findDueChannels(database)
      const now = nowMs()
      const isDue = (at: Date | null): boolean => at !== null && at.getTime() <= now
      for (const channel of channels) {
        if (channel.availableAt !== null && channel.availableAt.getTime() > now) continue
        if (isDue(channel.freshAt)) widen(channel, false)
        if (isDue(channel.retryAt)) widen(channel, true)
      }
      if (channels.length === 0) return idleIntervalMs
      return Math.min(roundIntervalMs, ...channels.map((channel) => waitOf(channel, now)))
    },
    onError: (error) => onError(error),
    intervalAfterErrorMs,
  })
  return {
    nudge: loop.wake,
    stop: async () => {
      isStopping = true
      await loop.stop()
      await Promise.all(running)
    },
  }
}

/** Returns how long until a channel accepts messages again, or until its next message is due, if that is to come. */
function waitOf({ availableAt, freshAt, retryAt }: DueChannel, nowMs: number): number {
  const waits = [availableAt, freshAt, retryAt].map((at) => (at === null ? 0 : at.getTime() - nowMs))
  return Math.min(...waits.map((waitMs) => (waitMs > 0 ? waitMs : Number.POSITIVE_INFINITY)))
}
