import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './open-client.ts'

type Options = {
  client: Client
  nextRequest: () => Buffer
  seconds: number
  connections: number
  /** Returns how many deliveries wait to be applied. */
  readBacklog: () => Promise<number>
  /** Sending pauses while more than this wait. */
  backlogMax: number
}

// Counting costs the store something.
const pollMs = 200
const pauseMs = 20

/**
 * Sends as fast as answers come, but pauses while the backlog is at its limit. The rate of answers is then what the
 * whole way sustains. Returns how many were sent.
 */
export async function sendWithinBacklog({
  client,
  nextRequest,
  seconds,
  connections,
  readBacklog,
  backlogMax,
}: Options): Promise<number> {
  const endsAtMs = performance.now() + seconds * 1_000
  const isOver = (): boolean => performance.now() >= endsAtMs
  let sent = 0
  let isPaused = false
  const watch = async (): Promise<void> => {
    while (!isOver()) {
      isPaused = (await readBacklog()) > backlogMax
      await sleep(pollMs)
    }
  }
  const lane = async (): Promise<void> => {
    while (!isOver()) {
      if (isPaused) {
        await sleep(pauseMs)
        continue
      }
      const { status } = await client.send(nextRequest())
      if (status !== 202) throw new Error(`an answer ${status}`)
      sent += 1
    }
  }
  await Promise.all([watch(), ...Array.from({ length: connections }, lane)])
  return sent
}
