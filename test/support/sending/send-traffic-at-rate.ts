import { setTimeout as sleep } from 'node:timers/promises'
import type { Outgoing, Sender } from './sender.ts'

export type TrafficAtRate = {
  /** Returns the times until the outcome, in milliseconds, of the requests that ended since the last call. */
  takeDurations: () => number[]
  /** Stops sending, and waits until every outcome is known. */
  end: () => Promise<void>
}

const tickMs = 10

/** Sends like many independent people, who do not wait for each other's answers. */
export function sendTrafficAtRate(
  { sender, traffic }: { sender: Sender; traffic: { next: () => Outgoing } },
  ratePerSecond: number,
): TrafficAtRate {
  const startedAtMs = performance.now()
  const sending = new Set<Promise<void>>()
  const failures: unknown[] = []
  let durations: number[] = []
  let sent = 0
  const begin = (): void => {
    const begunAtMs = performance.now()
    const one: Promise<void> = sender
      .send(traffic.next())
      .then(
        () => void durations.push(performance.now() - begunAtMs),
        (error: unknown) => void failures.push(error),
      )
      .finally(() => sending.delete(one))
    sending.add(one)
    sent += 1
  }
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAtMs) / 1000) * ratePerSecond)
    while (sent < due) begin()
  }, tickMs)
  return {
    takeDurations: () => {
      const taken = durations
      durations = []
      return taken
    },
    end: async () => {
      clearInterval(timer)
      while (sending.size > 0) {
        await Promise.all(sending)
        await sleep(0)
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Some requests could not be sent.')
    },
  }
}
